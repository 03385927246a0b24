import { sameRect } from "../geometry/rect.ts";
import type { Reading } from "./reading.ts";
import type { Result } from "./result.ts";

export const PATCHED_FIELDS = ["code", "quantity", "rect", "label"] as const;
export type PatchedField = (typeof PATCHED_FIELDS)[number];

/**
 * The fields of a predicted result whose value a user changed (PD-70). Typing the same value is no change: see
 * `confirmedFields`. Empty for an added result, which has no original.
 */
export function patchedFields(result: Result): PatchedField[] {
  const { original } = result;
  if (original === null) return [];
  const fields: PatchedField[] = [];
  if (result.code.value !== original.code.value) fields.push("code");
  if (result.quantity !== undefined && result.quantity.value !== (original.quantity?.value ?? "")) {
    fields.push("quantity");
  }
  if (!sameRect(result.rect, original.rect)) fields.push("rect");
  if (result.label !== original.label) fields.push("label");
  return fields;
}

/**
 * The readings of a predicted result that a user typed with the value that the model had read. The value is
 * confirmed: its confidence is removed, so that it is no longer doubtful.
 */
export function confirmedFields({ code, quantity, original }: Result): ("code" | "quantity")[] {
  if (original === null) return [];
  const fields: ("code" | "quantity")[] = [];
  if (isConfirmed(code, original.code)) fields.push("code");
  if (quantity !== undefined && isConfirmed(quantity, original.quantity)) fields.push("quantity");
  return fields;
}

const isConfirmed = (now: Reading, read: Reading | undefined): boolean =>
  read !== undefined && now.value === read.value && now.confidence !== read.confidence;

/** Whether a user changed or confirmed a predicted result; null for neither and for an added result (PD-70). */
export type ResultEdit = { kind: "confirmed" } | { kind: "changed"; was: string };

export function resultEdit(result: Result): ResultEdit | null {
  const changed = patchedFields(result);
  if (changed.length > 0) return { kind: "changed", was: formerValues(result, changed) };
  return confirmedFields(result).length > 0 ? { kind: "confirmed" } : null;
}

const orUnread = (value = ""): string => (value === "" ? "unread" : value);

/** The original values of the changed fields: `131005, quantity 12`. */
function formerValues({ original }: Result, changed: readonly PatchedField[]): string {
  const texts: Readonly<Record<PatchedField, string>> = {
    code: orUnread(original?.code.value),
    quantity: `quantity ${orUnread(original?.quantity?.value)}`,
    rect: "another box",
    label: `a ${original?.label ?? "result"}`,
  };
  return changed.map((field) => texts[field]).join(", ");
}
