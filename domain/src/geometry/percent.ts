import { z } from "zod";
import { type Outcome, accept, refuse } from "../common/outcome.ts";
import { type ResultClass, resultClassSchema } from "../detection/result.ts";
import { MESSAGES } from "../messages.ts";
import { clampRect, isRectInside } from "./clamp.ts";
import { type Rect, type Size, sameRect } from "./rect.ts";

/** Maximum of a percent field: 100 plus a rounding tolerance (spec §2). */
export const MAX_PERCENT = 100.001;
export const PERCENT_DECIMALS = 2;
export const MAX_ANGLE = 360;

/** Pixels as percent of a side, not rounded. */
export const pxToPercent = (px: number, sidePx: number): number => (100 * px) / sidePx;
/** Percent as whole pixels; the inverse of `pxToPercent` for whole pixels. */
export const percentToPx = (percent: number, sidePx: number): number => Math.round((percent * sidePx) / 100);

const roundPercent = (value: number): number => Number(value.toFixed(PERCENT_DECIMALS));

const message = MESSAGES.invalidFormValues;
const percent = z.number(message).min(0, message).max(MAX_PERCENT, message);
/** The numeric box form: percent of the photo, angle in degrees. Every error has the same message. */
export const percentFormSchema = z.object({
  label: z.enum(resultClassSchema.options, message),
  x: percent,
  y: percent,
  width: percent,
  height: percent,
  angle: z.number(message).min(0, message).max(MAX_ANGLE, message),
});
export type PercentForm = z.infer<typeof percentFormSchema>;

/** A box as form values with two decimals. */
export function rectToForm(rect: Rect, label: ResultClass, size: Size): PercentForm {
  return {
    label,
    x: roundPercent(pxToPercent(rect.x, size.width)),
    y: roundPercent(pxToPercent(rect.y, size.height)),
    width: roundPercent(pxToPercent(rect.width, size.width)),
    height: roundPercent(pxToPercent(rect.height, size.height)),
    angle: roundPercent(rect.angle ?? 0),
  };
}

/**
 * Converts a submitted form to a box. A field that was not changed keeps its exact pixels: two decimals are 1.2 px on
 * a 12,000 px photo, so opening and saving a form must not round. A changed field is rounded to whole pixels. A box
 * that exceeds the edge by no more than the form's rounding is moved inside; otherwise, or if it is empty, it is
 * refused.
 * @param before the box that filled the form
 */
export function formToRect(form: PercentForm, size: Size, before: Rect): Outcome<Rect> {
  const rect = typedRect(form, size, before);
  if (rect.width < 1 || rect.height < 1) return refuse(message, "invalid");
  if (form.label === "shelf") return accept(clampRect(rect, size, "shelf"));
  // Saving an unchanged form changes nothing, also for a box that an older version stored with corners outside.
  if (sameRect(rect, before) || isRectInside(rect, size, form.label)) return accept(rect);
  const isRoundingOnly =
    rect.x + rect.width - size.width <= tolerancePx(size.width) &&
    rect.y + rect.height - size.height <= tolerancePx(size.height);
  return isRoundingOnly ? accept(clampRect(rect, size, form.label)) : refuse(message, "invalid");
}

/**
 * Whether a valid form describes a rotated box whose corners are outside the photo, so that `formToRect` moves or reduces it by more
 * than rounding.
 */
export function isFormMovedInside(form: PercentForm, size: Size, before: Rect): boolean {
  if (form.label === "shelf") return false;
  const outcome = formToRect(form, size, before);
  if (!outcome.ok) return false;
  const [typed, saved] = [typedRect(form, size, before), outcome.value];
  return (
    isFar(typed.x, saved.x, size.width) ||
    isFar(typed.y, saved.y, size.height) ||
    isFar(typed.width, saved.width, size.width) ||
    isFar(typed.height, saved.height, size.height)
  );
}

/** Whether two lengths differ by more than the form's rounding. */
const isFar = (a: number, b: number, sidePx: number): boolean => Math.abs(a - b) > tolerancePx(sidePx);

/** The box as the form describes it, which may exceed the photo. */
function typedRect(form: PercentForm, size: Size, before: Rect): Rect {
  const initial = rectToForm(before, form.label, size);
  const px = (field: "x" | "y" | "width" | "height", sidePx: number): number =>
    form[field] === initial[field] ? before[field] : percentToPx(form[field], sidePx);
  const rect: Rect = {
    x: px("x", size.width),
    y: px("y", size.height),
    width: px("width", size.width),
    height: px("height", size.height),
  };
  if (form.angle !== initial.angle) rect.angle = form.angle;
  else if (before.angle !== undefined) rect.angle = before.angle;
  return rect;
}

/** Rounding error of two fields with two decimals, plus rounding to whole pixels. */
const tolerancePx = (sidePx: number): number => Math.ceil(sidePx * 0.0001) + 1;
