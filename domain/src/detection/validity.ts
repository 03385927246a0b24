import { z } from "zod";
import { type Outcome, accept, refuse } from "../common/outcome.ts";
import type { Reading } from "./reading.ts";
import type { ResultClass, Result, ResultStatus } from "./result.ts";
import { patchedFields } from "./patched-fields.ts";

/** Sources of regular expressions. A reading's `pattern` is one of them or null (PD-22). */
export const STICKER_CODE_PATTERN = "^\\d{6}$";
/** At most 999999 (PD-28). */
export const QUANTITY_PATTERN = "^[1-9]\\d{0,5}$";
export const SHELF_CODE_PATTERN = "^\\d+$";

/** Messages fixed by spec §5. */
export const INVALID_STICKER_CODE = "Invalid sticker code. Must be a 6-digit number.";
export const INVALID_STICKER_QUANTITY = "Invalid sticker quantity. Must be an integer greater than 1.";
export const INVALID_SHELF_CODE = "Invalid shelf code. must be an integer.";

/** Schemas of the same rules, for forms and procedures. They also limit the length to that of a reading. */
export const stickerCodeSchema = z.string().regex(new RegExp(STICKER_CODE_PATTERN), INVALID_STICKER_CODE);
export const quantitySchema = z.string().regex(new RegExp(QUANTITY_PATTERN), INVALID_STICKER_QUANTITY);
export const shelfCodeSchema = z
  .string()
  .regex(new RegExp(SHELF_CODE_PATTERN), INVALID_SHELF_CODE)
  .max(64, INVALID_SHELF_CODE);

const check = (schema: z.ZodString, value: string, message: string): Outcome<string> =>
  schema.safeParse(value).success ? accept(value) : refuse(message, "invalid");

/** Whether a typed value is valid. Nothing is trimmed here; forms do that. */
export const checkStickerCode = (value: string): Outcome<string> =>
  check(stickerCodeSchema, value, INVALID_STICKER_CODE);
export const checkQuantity = (value: string): Outcome<string> => check(quantitySchema, value, INVALID_STICKER_QUANTITY);
export const checkShelfCode = (value: string): Outcome<string> => check(shelfCodeSchema, value, INVALID_SHELF_CODE);

export type ReadingField = "code" | "quantity";

const PATTERNS: Readonly<Record<ResultClass, Readonly<Record<ReadingField, string | null>>>> = {
  sticker: { code: STICKER_CODE_PATTERN, quantity: QUANTITY_PATTERN },
  shelf: { code: SHELF_CODE_PATTERN, quantity: null },
};

/** Compiled once: a report of 100,000 rows tests half a million values. */
const EXPRESSIONS: ReadonlyMap<string, RegExp> = new Map(
  [STICKER_CODE_PATTERN, QUANTITY_PATTERN, SHELF_CODE_PATTERN].map((source) => [source, new RegExp(source)]),
);

/** The source of the pattern that `value` satisfies as that field of that class, else null. */
export function patternOf(label: ResultClass, field: ReadingField, value: string): string | null {
  const pattern = PATTERNS[label][field];
  return pattern !== null && EXPRESSIONS.get(pattern)?.test(value) === true ? pattern : null;
}

/** Checks one field with the specification's message. A shelf has no quantity to check. */
export function checkField(label: ResultClass, field: ReadingField, value: string): Outcome<string> {
  if (label === "shelf") return field === "code" ? checkShelfCode(value) : accept(value);
  return field === "code" ? checkStickerCode(value) : checkQuantity(value);
}

type ResultReadings = { label: ResultClass; code: Reading; quantity?: Reading | undefined };

/** A sticker is valid if code and quantity are valid, a shelf if its code is (PD-22). */
export function isResultValid(result: ResultReadings): boolean {
  if (result.code.pattern === null) return false;
  return result.label === "shelf" || (result.quantity?.pattern ?? null) !== null;
}

/** Whether a result needs a person. Discarded results do not. */
export const isDoubtful = (result: ResultReadings & { discarded: boolean }): boolean =>
  !result.discarded && !isResultValid(result);

/** Whether no result is doubtful. True without results. */
export const allValid = (results: readonly Result[]): boolean => !results.some(isDoubtful);

/**
 * The status of a result, in the order of PD-22: a person's change takes precedence over validity. A confirmation is
 * no change (PD-70).
 */
export function resultStatus(result: Result): ResultStatus {
  if (result.discarded) return "discarded";
  if (result.original === null) return "added";
  if (patchedFields(result).length > 0) return "patched";
  return isResultValid(result) ? "valid" : "invalid";
}
