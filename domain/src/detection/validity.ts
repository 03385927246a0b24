import { z } from "zod";
import { type Outcome, accept, refuse } from "../common/outcome.ts";
import type { Reading } from "./reading.ts";
import type { Label, Result, ResultStatus } from "./result.ts";
import { patchedFields } from "./patched-fields.ts";

/** Sources of regular expressions; a reading's `pattern` is one of these or null (decision 22). */
export const STICKER_CODE_PATTERN = "^\\d{6}$";
/** At most 999999 (decision 28). */
export const QUANTITY_PATTERN = "^[1-9]\\d{0,5}$";
export const SHELF_CODE_PATTERN = "^\\d+$";

/** The owner's words, verbatim (spec §5). */
export const INVALID_STICKER_CODE = "Invalid sticker code. Must be a 6-digit number.";
export const INVALID_STICKER_QUANTITY = "Invalid sticker quantity. Must be an integer greater than 1.";
export const INVALID_SHELF_CODE = "Invalid shelf code. must be an integer.";

/** Schemas of the same rules, for forms and procedures. A value longer than a reading may hold is refused too. */
export const stickerCodeSchema = z.string().regex(new RegExp(STICKER_CODE_PATTERN), INVALID_STICKER_CODE);
export const quantitySchema = z.string().regex(new RegExp(QUANTITY_PATTERN), INVALID_STICKER_QUANTITY);
export const shelfCodeSchema = z
  .string()
  .regex(new RegExp(SHELF_CODE_PATTERN), INVALID_SHELF_CODE)
  .max(64, INVALID_SHELF_CODE);

const check = (schema: z.ZodString, value: string, message: string): Outcome<string> =>
  schema.safeParse(value).success ? accept(value) : refuse(message, "invalid");

/** Whether a typed value may stand as it is; nothing is trimmed here, that is the form's business. */
export const checkStickerCode = (value: string): Outcome<string> =>
  check(stickerCodeSchema, value, INVALID_STICKER_CODE);
export const checkQuantity = (value: string): Outcome<string> => check(quantitySchema, value, INVALID_STICKER_QUANTITY);
export const checkShelfCode = (value: string): Outcome<string> => check(shelfCodeSchema, value, INVALID_SHELF_CODE);

export type ReadingField = "code" | "quantity";

const PATTERNS: Readonly<Record<Label, Readonly<Record<ReadingField, string | null>>>> = {
  sticker: { code: STICKER_CODE_PATTERN, quantity: QUANTITY_PATTERN },
  shelf: { code: SHELF_CODE_PATTERN, quantity: null },
};

/** Made once: a report of 100,000 rows asks half a million times. */
const EXPRESSIONS: ReadonlyMap<string, RegExp> = new Map(
  [STICKER_CODE_PATTERN, QUANTITY_PATTERN, SHELF_CODE_PATTERN].map((source) => [source, new RegExp(source)]),
);

/** The source of the pattern that `value` satisfies as that field of that label, else null. */
export function patternOf(label: Label, field: ReadingField, value: string): string | null {
  const pattern = PATTERNS[label][field];
  return pattern !== null && EXPRESSIONS.get(pattern)?.test(value) === true ? pattern : null;
}

/** The check of one field with the owner's message; a shelf has no quantity to check. */
export function checkField(label: Label, field: ReadingField, value: string): Outcome<string> {
  if (label === "shelf") return field === "code" ? checkShelfCode(value) : accept(value);
  return field === "code" ? checkStickerCode(value) : checkQuantity(value);
}

type Read = { label: Label; code: Reading; quantity?: Reading | undefined };

/** A sticker is valid when code and quantity both are, a shelf when its code is (decision 22). */
export function isResultValid(result: Read): boolean {
  if (result.code.pattern === null) return false;
  return result.label === "shelf" || (result.quantity?.pattern ?? null) !== null;
}

/** Discarded results need nobody any more, so they are neither valid nor in the way. */
export const isDoubtful = (result: Read & { discarded: boolean }): boolean =>
  !result.discarded && !isResultValid(result);

/** Whether every result that counts is valid; true of none at all, as an empty shelf must be approvable. */
export const allValid = (results: readonly Result[]): boolean => !results.some(isDoubtful);

/** One status a result, in decision 22's order: what a person did to it comes before what it reads. */
export function resultStatus(result: Result): ResultStatus {
  if (result.discarded) return "discarded";
  if (result.original === null) return "added";
  if (patchedFields(result).length > 0) return "patched";
  return isResultValid(result) ? "valid" : "invalid";
}
