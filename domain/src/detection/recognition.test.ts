import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newShelf, newSticker } from "../geometry/new-box.ts";
import { sticker } from "../testing/factories.ts";
import { checkPatch } from "./check-patch.ts";
import { invertPatch } from "./invert.ts";
import { findConflicts } from "./merge.ts";
import { makePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import { applyPatches } from "./patches.ts";
import type { Alternative } from "./reading.ts";
import { toAlternatives, needsReading } from "./recognition.ts";
import type { Result } from "./result.ts";

const PHOTO = { width: 4000, height: 3000 };
const add = makePatch.add(newSticker(PHOTO));
const read = (field: Alternative["field"], value: string, confidence: number): Alternative => ({
  field,
  value,
  confidence,
});
const READ_VALUES = [read("code", "246810", 0.99), read("code", "246818", 0.01), read("quantity", "7", 0.9)];

function drawn(...patches: Patch[]): Result {
  const [result] = applyPatches([], [add, ...patches]);
  if (!result) throw new Error("nothing was drawn");
  return result;
}

describe("S4.20 a reader's values for a drawn sticker", () => {
  test("fill the fields that were not typed, with confidence and alternatives", () => {
    expect(drawn(makePatch.values(0, READ_VALUES))).toMatchObject({
      code: { value: "246810", pattern: "^\\d{6}$", confidence: 0.99 },
      quantity: { value: "7", confidence: 0.9 },
      values: READ_VALUES,
      original: null,
      confidence: 1,
    });
  });

  test("are doubtful below the default thresholds", () => {
    const doubtful = [read("code", "246810", 0.69), read("quantity", "7", 0.39)];
    expect(drawn(makePatch.values(0, doubtful))).toMatchObject({
      code: { value: "246810", pattern: null },
      quantity: { value: "7", pattern: null },
    });
  });

  test("never override a typed value, in any order", () => {
    const typed = makePatch.code(0, "111111");
    const answer = makePatch.values(0, READ_VALUES);
    expect(drawn(typed, answer)).toEqual(drawn(answer, typed));
    expect(drawn(typed, answer).code).toEqual({ value: "111111", pattern: "^\\d{6}$" });
    expect(drawn(typed, answer).quantity?.value).toBe("7");
  });

  test("a later reading replaces an earlier one", () => {
    const blank = [read("code", "", 0), read("quantity", "", 0)];
    expect(drawn(makePatch.values(0, READ_VALUES), makePatch.values(0, blank))).toMatchObject({
      code: { value: "", pattern: null },
      quantity: { value: "", pattern: null },
      values: blank,
    });
  });

  test("never change a predicted result", () => {
    const found = [sticker()];
    const answer = makePatch.values(0, READ_VALUES);
    const before = applyPatches(found, []);
    expect(applyPatches(found, [answer])).toEqual(before);
    expect(checkPatch(before, answer, PHOTO)).toMatchObject({ ok: false, kind: "invalid" });
    expect(checkPatch([drawn()], answer, PHOTO).ok).toBe(true);
  });

  test("cause no conflict and have no inverse", () => {
    const answer = makePatch.values(0, READ_VALUES);
    expect(findConflicts([makePatch.values(0, []), makePatch.code(0, "1")], [answer])).toEqual([]);
    expect(findConflicts([answer], [makePatch.code(0, "1")])).toEqual([]);
    expect(invertPatch([drawn()], answer)).toBeNull();
  });

  test("undoing a typed value shows the reader's value", () => {
    const read = drawn(makePatch.values(0, READ_VALUES));
    const typed = makePatch.code(0, "111111");
    const back = invertPatch([read], typed);
    expect(back && drawn(makePatch.values(0, READ_VALUES), typed, back)).toEqual(read);
  });
});

describe("needsReading", () => {
  test("a drawn sticker until both values are typed", () => {
    expect(needsReading(drawn())).toBe(true);
    expect(needsReading(drawn(makePatch.values(0, READ_VALUES)))).toBe(true);
    expect(needsReading(drawn(makePatch.code(0, "111111")))).toBe(true);
    expect(needsReading(drawn(makePatch.code(0, "111111"), makePatch.quantity(0, "3")))).toBe(false);
    expect(needsReading(drawn(makePatch.discard(0)))).toBe(false);
  });
  test("a drawn shelf changed to a sticker; no predicted result", () => {
    const [shelf] = applyPatches([], [makePatch.add(newShelf([], PHOTO))]);
    const [turned] = applyPatches([], [makePatch.add(newShelf([], PHOTO)), makePatch.label(0, "sticker")]);
    const [found] = applyPatches([sticker({ code: "", quantity: "" })], []);
    expect([shelf, turned, found].map((one) => one && needsReading(one))).toEqual([false, true, false]);
  });
});

test("values with a very low probability become empty", () => {
  const noise = {
    ...sticker({ code: "111611", quantity: "1", confidence: 0.001 }),
    values: [read("code", "111618", 0.0004)],
  };
  expect(toAlternatives(noise)).toEqual([read("code", "", 0.001), read("quantity", "", 0.001)]);
  expect(drawn(makePatch.values(0, toAlternatives(noise)))).toMatchObject({ code: { value: "", pattern: null } });
});

test("the readings come first among the alternatives, without duplicates", () => {
  const prediction = { ...sticker({ code: "246810", quantity: "7" }), values: READ_VALUES.slice(0, 2) };
  expect(toAlternatives(prediction)).toEqual([
    read("code", "246810", 0.9),
    read("quantity", "7", 0.9),
    read("code", "246818", 0.01),
  ]);
});

const isRead = ({ path }: Patch): boolean => path.endsWith("/values");

test("typed values do not depend on the reader's values in any order", () => {
  const value = fc.constantFrom("", "1", "012345");
  const field = fc.constantFrom("code" as const, "quantity" as const);
  const alternatives = fc.array(fc.record({ field, value, confidence: fc.constantFrom(0, 0.5, 1) }), { maxLength: 4 });
  const patch = fc.oneof(
    alternatives.map((one) => makePatch.values(0, one)),
    fc.tuple(field, value).map(([one, text]) => makePatch[one](0, text)),
  );
  fc.assert(
    fc.property(fc.array(patch, { maxLength: 8 }), (patches) => {
      const typed = patches.filter((one) => !isRead(one));
      expect(drawn(...patches)).toEqual(drawn(...patches.filter(isRead), ...typed));
    }),
  );
});
