import { z } from "zod";
import { type Outcome, accept, refuse } from "../common/outcome.ts";
import { type Label, labelSchema } from "../detection/result.ts";
import { MESSAGES } from "../messages.ts";
import { clampRect, isRectInside } from "./clamp.ts";
import type { Rect, Size } from "./rect.ts";

/** The most a percent field takes: 100 and what rounding may add (spec §2). */
export const MAX_PERCENT = 100.001;
export const PERCENT_DECIMALS = 2;
export const MAX_ANGLE = 360;

/** Pixels as percent of the side they lie on, not rounded. */
export const pxToPercent = (px: number, sidePx: number): number => (100 * px) / sidePx;
/** Back to whole pixels; the inverse of `pxToPercent` for every whole pixel. */
export const percentToPx = (percent: number, sidePx: number): number => Math.round((percent * sidePx) / 100);

const shown = (value: number): number => Number(value.toFixed(PERCENT_DECIMALS));

const message = MESSAGES.invalidFormValues;
const percent = z.number(message).min(0, message).max(MAX_PERCENT, message);
/** The numeric box form: percents of the photo, the angle in degrees. Every broken rule says the same. */
export const percentFormSchema = z.object({
  label: z.enum(labelSchema.options, message),
  x: percent,
  y: percent,
  width: percent,
  height: percent,
  angle: z.number(message).min(0, message).max(MAX_ANGLE, message),
});
export type PercentForm = z.infer<typeof percentFormSchema>;

/** A box as the form shows it, two decimals. */
export function rectToForm(rect: Rect, label: Label, size: Size): PercentForm {
  return {
    label,
    x: shown(pxToPercent(rect.x, size.width)),
    y: shown(pxToPercent(rect.y, size.height)),
    width: shown(pxToPercent(rect.width, size.width)),
    height: shown(pxToPercent(rect.height, size.height)),
    angle: shown(rect.angle ?? 0),
  };
}

/**
 * The box a submitted form means. A field that still shows what `before` showed keeps its exact pixels: two
 * decimals are 1.2 px on a 12,000 px photo, so a form that is opened and saved must not go through them.
 * A changed field is rounded to whole pixels. What reaches over the edge by no more than the form's own
 * rounding is put inside; more, or a box without area, is refused.
 * @param before the box the form was filled from
 */
export function formToRect(form: PercentForm, size: Size, before: Rect): Outcome<Rect> {
  const was = rectToForm(before, form.label, size);
  const px = (field: "x" | "y" | "width" | "height", sidePx: number): number =>
    form[field] === was[field] ? before[field] : percentToPx(form[field], sidePx);
  const rect: Rect = {
    x: px("x", size.width),
    y: px("y", size.height),
    width: px("width", size.width),
    height: px("height", size.height),
  };
  if (form.angle !== was.angle) rect.angle = form.angle;
  else if (before.angle !== undefined) rect.angle = before.angle;

  if (rect.width < 1 || rect.height < 1) return refuse(message, "invalid");
  if (form.label === "shelf") return accept(clampRect(rect, size, "shelf"));
  if (isRectInside(rect, size, form.label)) return accept(rect);
  const isRoundingOnly =
    rect.x + rect.width - size.width <= slack(size.width) && rect.y + rect.height - size.height <= slack(size.height);
  return isRoundingOnly ? accept(clampRect(rect, size, form.label)) : refuse(message, "invalid");
}

/** Two fields of two decimals, each half a hundredth off, and the pixel's own rounding. */
const slack = (sidePx: number): number => Math.ceil(sidePx * 0.0001) + 1;
