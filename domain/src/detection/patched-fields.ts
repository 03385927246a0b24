import { sameRect } from "../geometry/rect.ts";
import type { Reading } from "./reading.ts";
import type { Result } from "./result.ts";

export const PATCHED_FIELDS = ["code", "quantity", "rect", "label"] as const;
export type PatchedField = (typeof PATCHED_FIELDS)[number];

/**
 * What a person changed about a result the model found. A value typed again as it was counts: it is a
 * confirmation, and has lost the reader's confidence. Nothing for an added result (it has no original).
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

/** Nothing read and an empty value are the same. */
const sameReading = (a: Reading, b: Reading | undefined): boolean =>
  a.value === (b?.value ?? "") && a.confidence === b?.confidence;
