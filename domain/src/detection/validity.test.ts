import { describe, expect, test } from "vitest";
import { result, shelf, sticker } from "../testing/factories.ts";
import { makePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import { applyPatches } from "./patches.ts";
import type { Result } from "./result.ts";
import {
  QUANTITY_PATTERN,
  SHELF_CODE_PATTERN,
  STICKER_CODE_PATTERN,
  allValid,
  checkField,
  checkQuantity,
  checkShelfCode,
  checkStickerCode,
  isResultValid,
  patternOf,
  quantitySchema,
  resultStatus,
  shelfCodeSchema,
  stickerCodeSchema,
} from "./validity.ts";

const no = (reason: string) => ({ ok: false, kind: "invalid", reason });

describe("S5.01 sticker code", () => {
  test.each(["000000", "012345", "999999"])("accepts %j", (value) => {
    expect(checkStickerCode(value)).toEqual({ ok: true, value });
    expect(stickerCodeSchema.safeParse(value).success).toBe(true);
    expect(patternOf("sticker", "code", value)).toBe(STICKER_CODE_PATTERN);
  });
  test.each(["", "12345", "1234567", "12345a", " 012345", "012345\n", "٠١٢٣٤٥", "-12345", "1.2345"])(
    "rejects %j",
    (value) => {
      expect(checkStickerCode(value)).toEqual(no("Invalid sticker code. Must be a 6-digit number."));
      expect(patternOf("sticker", "code", value)).toBeNull();
    },
  );
});

describe("S5.02 sticker quantity", () => {
  test.each(["1", "9", "10", "999999"])("accepts %j", (value) => {
    expect(checkQuantity(value)).toEqual({ ok: true, value });
    expect(quantitySchema.safeParse(value).success).toBe(true);
    expect(patternOf("sticker", "quantity", value)).toBe(QUANTITY_PATTERN);
  });
  test.each(["", "0", "007", "-1", "+1", "1.5", "1e3", "10000000", "1000000", "12 ", "x"])("rejects %j", (value) => {
    expect(checkQuantity(value)).toEqual(no("Invalid sticker quantity. Must be an integer greater than 1."));
    expect(patternOf("sticker", "quantity", value)).toBeNull();
  });
});

describe("S5.03 shelf code", () => {
  test.each(["0", "01", "12345678"])("accepts %j", (value) => {
    expect(checkShelfCode(value)).toEqual({ ok: true, value });
    expect(shelfCodeSchema.safeParse(value).success).toBe(true);
    expect(patternOf("shelf", "code", value)).toBe(SHELF_CODE_PATTERN);
  });
  test.each(["", "A1", "1.0", "-1", "1 2"])("rejects %j", (value) => {
    expect(checkShelfCode(value)).toEqual(no("Invalid shelf code. must be an integer."));
    expect(patternOf("shelf", "code", value)).toBeNull();
  });
  test("limits the length to that of a reading", () => {
    expect(checkShelfCode("1".repeat(64)).ok).toBe(true);
    expect(checkShelfCode("1".repeat(65)).ok).toBe(false);
  });
  test("a shelf has no quantity to check", () => {
    expect(patternOf("shelf", "quantity", "12")).toBeNull();
  });
});

test("checks a field by the rule of its class", () => {
  expect(checkField("sticker", "code", "12")).toEqual(no("Invalid sticker code. Must be a 6-digit number."));
  expect(checkField("sticker", "quantity", "0").ok).toBe(false);
  expect(checkField("shelf", "code", "12").ok).toBe(true);
  expect(checkField("shelf", "quantity", "anything").ok).toBe(true);
});

describe("validity of a result", () => {
  test.each([
    ["a sticker with both values", result(sticker()), true],
    ["a sticker without its quantity", result(sticker({ quantity: "" })), false],
    ["a sticker with half a code", result(sticker({ code: "0123" })), false],
    ["a sticker below its thresholds", result(sticker({ confidence: 0.3 })), false],
    ["a shelf", result(shelf()), true],
    ["a shelf without a code", result(shelf("")), false],
  ])("%s", (_, subject, valid) => {
    expect(isResultValid(subject)).toBe(valid);
    expect(allValid([subject])).toBe(valid);
  });

  test("a discarded result is not doubtful, and an empty list is valid", () => {
    expect(allValid([{ ...result(sticker({ code: "" })), discarded: true }])).toBe(true);
    expect(allValid([])).toBe(true);
  });
});

const of = (prediction = sticker(), ...patches: Patch[]): Result | undefined =>
  applyPatches([prediction], patches).at(-1);

describe("status of a result, in the order of PD-22", () => {
  test.each([
    ["valid", of()],
    ["invalid", of(sticker({ code: "12" }))],
    ["patched", of(sticker(), makePatch.quantity(0, "3"))],
    ["patched", of(sticker(), makePatch.quantity(0, "0"))],
    ["valid", of(sticker({ confidence: 0.3 }), makePatch.code(0, "012345"), makePatch.quantity(0, "12"))],
    ["added", of(sticker(), makePatch.add(sticker()))],
    ["added", of(sticker(), makePatch.add(sticker()), makePatch.code(1, "111111"))],
    ["discarded", of(sticker(), makePatch.quantity(0, "3"), makePatch.discard(0))],
    ["discarded", of(sticker(), makePatch.add(sticker()), makePatch.discard(1))],
    ["valid", of(sticker(), makePatch.discard(0), makePatch.recover(0))],
  ])("%s", (status, subject) => {
    expect(subject && resultStatus(subject)).toBe(status);
  });
});
