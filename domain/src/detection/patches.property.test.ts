import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inversePatches, invertPatch, pullPatches } from "./invert.ts";
import { findConflicts, mergePatches, rebasePatches } from "./merge.ts";
import { makePatch, parsePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import { applyPatches, visibleResults } from "./patches.ts";
import type { Prediction, Result } from "./result.ts";

const value = fc.constantFrom("", "0", "1", "12", "012345", "999999", "x");
const confidence = fc.constantFrom(0, 0.3, 0.5, 0.9, 1);
const pattern = fc.constantFrom(null, "^\\d{6}$", ".*");
const reading = fc.record({ value, pattern, confidence }, { requiredKeys: ["value", "pattern"] });
const label = fc.constantFrom("sticker" as const, "shelf" as const);
const rect = fc.record({
  x: fc.nat(50),
  y: fc.nat(50),
  width: fc.integer({ min: 1, max: 50 }),
  height: fc.constant(9),
});
const prediction: fc.Arbitrary<Prediction> = fc.record(
  { label, rect, confidence, code: reading, quantity: reading, values: fc.constant([]) },
  { requiredKeys: ["label", "rect", "confidence", "code", "values"] },
);
const index = fc.nat(6);
const alternative = fc.record({ field: fc.constantFrom("code" as const, "quantity" as const), value, confidence });
const values = fc.tuple(index, fc.array(alternative, { maxLength: 4 })).map(([i, v]) => makePatch.values(i, v));
/** One action of a user. */
const edit: fc.Arbitrary<Patch> = fc.oneof(
  fc.tuple(index, value).map(([i, v]) => makePatch.code(i, v)),
  fc.tuple(index, value).map(([i, v]) => makePatch.quantity(i, v)),
  fc.tuple(index, value).map(([i, v]) => makePatch.restoreValue(i, "code", v)),
  fc.tuple(index, rect).map(([i, v]) => makePatch.rect(i, v)),
  fc.tuple(index, label).map(([i, v]) => makePatch.label(i, v)),
  index.map((i) => makePatch.discard(i)),
  index.map((i) => makePatch.recover(i)),
  prediction.map((p) => makePatch.add(p)),
);
const patch = fc.oneof({ weight: 8, arbitrary: edit }, values);
const predictions = fc.array(prediction, { maxLength: 4 });
const log = fc.array(patch, { maxLength: 12 });

const shown = (results: readonly Result[]) => visibleResults(results);

describe("apply and its inverse", () => {
  const replace = edit.filter((one) => one.op === "replace");

  test("S4.19 any replace followed by its inverse restores the results", () => {
    fc.assert(
      fc.property(predictions, log, replace, (found, before, one) => {
        const results = applyPatches(found, before);
        const inverse = invertPatch(results, one);
        expect(applyPatches(found, [...before, one, ...(inverse === null ? [] : [inverse])])).toEqual(results);
      }),
    );
  });

  test("S4.19 undoing an add restores the visible results and keeps the index in use", () => {
    fc.assert(
      fc.property(predictions, log, prediction, (found, before, added) => {
        const results = applyPatches(found, before);
        const add = makePatch.add(added);
        const inverse = invertPatch(results, add) ?? add;
        const after = applyPatches(found, [...before, add, inverse]);
        expect(after.slice(0, -1)).toEqual(results);
        expect(shown(after)).toEqual(shown(results));
      }),
    );
  });

  test("inverting a run twice is undo and redo", () => {
    fc.assert(
      fc.property(predictions, log, fc.array(edit, { maxLength: 12 }), (found, before, run) => {
        const undo = inversePatches(found, before, run);
        expect(shown(applyPatches(found, [...before, ...run, ...undo]))).toEqual(shown(applyPatches(found, before)));
        const redo = inversePatches(found, [...before, ...run], undo);
        expect(shown(applyPatches(found, [...before, ...run, ...undo, ...redo]))).toEqual(
          shown(applyPatches(found, [...before, ...run])),
        );
      }),
    );
  });
});

describe("pull", () => {
  test("S4.19 pulling all undoes any run of patches", () => {
    fc.assert(
      fc.property(predictions, log, (found, run) => {
        expect(applyPatches(found, pullPatches(found.length, run))).toEqual(applyPatches(found, []));
      }),
    );
  });

  test("pulling one result restores only that one and renumbers none", () => {
    fc.assert(
      fc.property(predictions, log, index, (found, run, i) => {
        const before = applyPatches(found, run);
        const after = applyPatches(found, pullPatches(found.length, run, i));
        expect(after).toHaveLength(before.length);
        expect(after.toSpliced(i, 1)).toEqual(before.toSpliced(i, 1));
        // A predicted result returns to its prediction, an added one is removed, and a missing index stays missing.
        const pulled = after.slice(i, i + 1);
        expect(shown(pulled)).toEqual(shown(applyPatches(found, []).slice(i, i + 1)));
      }),
    );
  });
});

const known = 3;
const knownPredictions = fc.array(prediction, { minLength: known, maxLength: known });

/** A result without its author, as it is visible. */
const seen = (results: readonly Result[]): string[] =>
  shown(results)
    .map(({ result }) => JSON.stringify(result))
    .toSorted();

/** Only patches of results that the author knows: the known ones and those they added. */
function withinReach(patches: readonly Patch[]): Patch[] {
  let count = known;
  return patches.filter((one) => {
    const edit = parsePatch(one);
    if (edit?.field === "add") count += 1;
    return edit?.field === "add" || (edit !== null && edit.index < count);
  });
}

describe("two users", () => {
  test("conflicts do not depend on the order; without conflicts both orders give the same results", () => {
    fc.assert(
      fc.property(knownPredictions, log.map(withinReach), log.map(withinReach), (found, mine, yours) => {
        const behind = mergePatches(mine, yours, known);
        const before = mergePatches(yours, mine, known);
        expect(behind.ok).toBe(before.ok);
        fc.pre(behind.ok && before.ok);
        expect(seen(applyPatches(found, [...mine, ...behind.patches]))).toEqual(
          seen(applyPatches(found, [...yours, ...before.patches])),
        );
      }),
    );
  });

  test("an empty list has no conflicts", () => {
    fc.assert(
      fc.property(log, (incoming) => {
        expect(findConflicts([], incoming)).toEqual([]);
        expect(rebasePatches([], incoming, known)).toEqual(incoming);
      }),
    );
  });
});
