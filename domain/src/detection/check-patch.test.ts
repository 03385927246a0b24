import { describe, expect, test } from "vitest";
import { results, shelf, sticker } from "../testing/factories.ts";
import { MAX_RESULTS, checkPatch, checkPatches, checkResultStates } from "./check-patch.ts";
import { inversePatches } from "./invert.ts";
import { makePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import type { Prediction } from "./result.ts";

const size = { width: 4000, height: 3000 };
const here = results(sticker(), shelf());
const wide = { x: 0, y: 0, width: 4000, height: 90, angle: 0 };
const outside = { x: 3990, y: 0, width: 20, height: 10 };

test.each([
  ["a value that breaks its pattern", makePatch.code(0, "x")],
  ["a quantity", makePatch.quantity(0, "0")],
  ["a box inside", makePatch.rect(0, { x: 0, y: 0, width: 4000, height: 3000, angle: 180 })],
  ["a rotated box inside", makePatch.rect(0, { x: 0, y: 91, width: 300, height: 100, angle: 45 })],
  ["a shelf's box", makePatch.rect(1, wide)],
  ["a shelf changed to a sticker", makePatch.label(1, "sticker")],
  ["a discard", makePatch.discard(1)],
  ["an add", makePatch.add(sticker())],
])("accepts %s", (_, patch) => {
  expect(checkPatch(here, patch, size)).toEqual({ ok: true, value: true });
});

test.each([
  ["S5.17 a box across the edge", makePatch.rect(0, outside), "Invalid form values"],
  [
    "S5.16 a rotated box with a corner outside",
    makePatch.rect(0, { ...sticker().rect, x: 0, y: 0, angle: 45 }),
    "Invalid form values",
  ],
  ["S5.17 a box before the edge", makePatch.rect(0, { ...outside, x: -1 }), "Invalid form values"],
  ["S5.16 a shelf that does not span the photo", makePatch.rect(1, { ...wide, width: 3999 }), "Invalid form values"],
  ["S5.16 a rotated shelf", makePatch.rect(1, { ...wide, angle: 1 }), "Invalid form values"],
  ["an added box outside", makePatch.add(sticker({ rect: outside })), "Invalid form values"],
  ["a missing result", makePatch.code(2, "1"), "There is no result 3 in this detection."],
  ["a shelf's quantity", makePatch.quantity(1, "1"), "A shelf has no quantity."],
  [
    "a sticker's box made a shelf",
    makePatch.label(0, "shelf"),
    "A shelf spans the photo's full width: change its box first, then its type.",
  ],
  [
    "something else",
    // The schema rejects it, the type does not.
    { op: "replace" as const, path: "/0/original", value: "x" },
    "This patch operation is not supported.",
  ],
])("refuses %s", (_, patch, reason) => {
  expect(checkPatch(here, patch, size)).toEqual({ ok: false, kind: "invalid", reason });
});

test("limits the number of results", () => {
  const full = Array.from({ length: MAX_RESULTS }, () => here[0]).filter((one) => one !== undefined);
  expect(checkPatch(full, makePatch.add(sticker()), size).ok).toBe(false);
});

const check = (...patches: Patch[]) => checkPatches([sticker()], [], patches, size);

test("checks each patch against the results of the patches before it", () => {
  expect(check(makePatch.rect(0, wide), makePatch.label(0, "shelf")).ok).toBe(true);
  expect(check(makePatch.add(sticker()), makePatch.code(1, "1")).ok).toBe(true);
  expect(check(makePatch.code(1, "1"))).toMatchObject({ reason: "There is no result 2 in this detection." });
  expect(check(makePatch.discard(0), makePatch.code(1, "1"))).toMatchObject({
    reason: "Patch 2: There is no result 2 in this detection.",
  });
});

describe("S4.19 a discarded result must be recovered before it is changed", () => {
  const found = [sticker(), sticker()];
  const gone = [makePatch.discard(0)];
  const ask = (...patches: Patch[]) => checkResultStates(found, gone, patches);
  const refusal = { ok: false, reason: "This result is discarded: recover it first." };

  test("refuses changes of its values, box and class", () => {
    expect(ask(makePatch.code(0, "111111"))).toEqual(refusal);
    expect(ask(makePatch.quantity(0, "3"))).toEqual(refusal);
    expect(ask(makePatch.rect(0, { x: 1, y: 1, width: 9, height: 9 }))).toEqual(refusal);
    expect(ask(makePatch.label(0, "shelf"))).toEqual(refusal);
    expect(ask(makePatch.code(1, "111111"), makePatch.discard(1), makePatch.code(1, "222222"))).toEqual(refusal);
  });

  test("accepts changes after recovering, changes of other results, and patches without effect", () => {
    expect(ask(makePatch.recover(0), makePatch.code(0, "111111")).ok).toBe(true);
    expect(ask(makePatch.code(1, "111111"), makePatch.discard(0)).ok).toBe(true);
    expect(ask(makePatch.label(0, "sticker"), makePatch.rect(0, sticker().rect)).ok).toBe(true);
    expect(ask(makePatch.restoreValue(0, "code", "012345")).ok).toBe(true);
  });
});

/** How often a check reads a prediction while `count` patches of another result are pushed. */
function readsOf(run: (found: Prediction[], patches: Patch[]) => unknown, count: number): number {
  let reads = 0;
  const watched = new Proxy(sticker(), {
    get: (target, key, receiver) => {
      reads += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  run(
    [watched, sticker()],
    Array.from({ length: count }, (_, nth) => makePatch.code(1, String(nth))),
  );
  return reads;
}

test.each([
  ["checkPatches", (found: Prediction[], patches: Patch[]) => checkPatches(found, [], patches, size)],
  ["checkResultStates", (found: Prediction[], patches: Patch[]) => checkResultStates(found, [], patches)],
  ["inversePatches", (found: Prediction[], patches: Patch[]) => inversePatches(found, [], patches)],
])("%s applies the log once, however many patches are pushed", (_, run) => {
  const once = readsOf(run, 1);
  expect(once).toBeGreaterThan(0);
  expect(readsOf(run, 1000)).toBe(once);
});
