import { sameRect } from "../geometry/rect.ts";
import type { Reading } from "./reading.ts";
import type { Result } from "./result.ts";

export const PATCHED_FIELDS = ["code", "quantity", "rect", "label"] as const;
export type PatchedField = (typeof PATCHED_FIELDS)[number];

/**
 * The fields of a predicted result that a user changed. Typing the same value counts, because it confirms the value
 * and removes the reader's confidence. Empty for an added result, which has no original.
 */
export function patchedFields(result: Result): PatchedField[] {
  const { original } = result;
  if (original === null) return [];
  const fields: PatchedField[] = [];
  if (!sameReading(result.code, original.code)) fields.push("code");
  if (result.quantity !== undefined && !sameReading(result.quantity, original.quantity)) fields.push("quantity");
  if (!sameRect(result.rect, original.rect)) fields.push("rect");
  if (result.label !== original.label) fields.push("label");
  return fields;
}

/** A missing reading equals an empty value. */
const sameReading = (a: Reading, b: Reading | undefined): boolean =>
  a.value === (b?.value ?? "") && a.confidence === b?.confidence;
