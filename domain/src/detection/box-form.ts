import { type Outcome, accept, refuse } from "../common/outcome.ts";
import { type PercentForm, formToRect, percentFormSchema } from "../geometry/percent.ts";
import { type Size, sameRect } from "../geometry/rect.ts";
import { MESSAGES } from "../messages.ts";
import { makePatch } from "./patch.ts";
import type { Patch } from "./patch-schema.ts";
import type { Result } from "./result.ts";

/**
 * The patches that a submitted box form means, in an order each of which may be taken: a shelf gets its box
 * before its label, a sticker its label before its box. None when nothing was changed; 'Invalid form values'
 * when a field or the box as a whole breaks a rule.
 * @param size of the upright photo, pixels
 */
export function boxFormPatches(index: number, result: Result, form: PercentForm, size: Size): Outcome<Patch[]> {
  const parsed = percentFormSchema.safeParse(form);
  if (!parsed.success) return refuse(MESSAGES.invalidFormValues, "invalid");
  const rect = formToRect(parsed.data, size, result.rect);
  if (!rect.ok) return rect;
  const moved = sameRect(rect.value, result.rect) ? [] : [makePatch.rect(index, rect.value)];
  const { label } = parsed.data;
  const renamed = label === result.label ? [] : [makePatch.label(index, label)];
  return accept(label === "shelf" ? [...moved, ...renamed] : [...renamed, ...moved]);
}
