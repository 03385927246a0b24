import { z } from "zod";
import { confirmedFields, patchedFields } from "../detection/patched-fields.ts";
import type { Result } from "../detection/result.ts";
import { rectSchema } from "../geometry/rect.ts";

/** Where the values of a row come from. A sticker with one changed value counts as changed, even if the other is confirmed. */
export const VALUE_ORIGINS = ["read", "confirmed", "changed", "added"] as const;
export type ValueOrigin = (typeof VALUE_ORIGINS)[number];

export const VALUE_ORIGIN_TITLES: Readonly<Record<ValueOrigin, string>> = {
  read: "Read by the model",
  confirmed: "Confirmed by a person",
  changed: "Changed by a person",
  added: "Added by a person",
};

/** The sticker that a row of a report comes from (PD-142). */
export const rowSourceSchema = z.object({
  imageSid: z.string(),
  /** Index of the result in its detection. */
  index: z.number().int().min(0),
  /** The box when the report was created, in the upright frame of that moment. */
  rect: rectSchema,
  origin: z.enum(VALUE_ORIGINS),
});
export type RowSource = z.infer<typeof rowSourceSchema>;

/** Boxes and classes do not matter here: a report shows code and quantity. */
export function valueOrigin(result: Result): ValueOrigin {
  if (result.original === null) return "added";
  const changed = patchedFields(result);
  if (changed.includes("code") || changed.includes("quantity")) return "changed";
  return confirmedFields(result).length > 0 ? "confirmed" : "read";
}
