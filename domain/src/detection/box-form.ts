import { type Outcome, accept, refuse } from "../common/outcome.ts";
import { type PercentForm, formToRect, percentFormSchema } from "../geometry/percent.ts";
import { type Size, sameRect } from "../geometry/rect.ts";
import { MESSAGES } from "../messages.ts";
import { makePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import type { Result } from "./result.ts";

/**
 * The patches for a submitted box form, in an order in which each patch is valid: for a shelf the box before the
 * class, for a sticker the class before the box. Empty if nothing changed; 'Invalid form values' if a field or the
 * whole box breaks a rule.
 * @param size of the upright photo, pixels
 */
export function boxFormPatches(index: number, result: Result, form: PercentForm, size: Size): Outcome<Patch[]> {
  const parsed = percentFormSchema.safeParse(form);
  if (!parsed.success) return refuse(MESSAGES.invalidFormValues, "invalid");
  const rect = formToRect(parsed.data, size, result.rect);
  if (!rect.ok) return rect;
  const moved = sameRect(rect.value, result.rect) ? [] : [makePatch.rect(index, rect.value)];
  const { label } = parsed.data;
  const relabeled = label === result.label ? [] : [makePatch.label(index, label)];
  return accept(label === "shelf" ? [...moved, ...relabeled] : [...relabeled, ...moved]);
}
