import { type ResultClass, patternOf } from "@precount/domain";
import type { Detection, DetectOptions, Reading } from "./model.ts";

type Read = Pick<Reading, "value" | "confidence">;

/** A value with domain's pattern that it satisfies, if it is sure enough. Below the threshold a value is kept without one. */
export function judge(
  label: ResultClass,
  field: "code" | "quantity",
  { value, confidence }: Read,
  options: Pick<DetectOptions, "codeConfidence" | "quantityConfidence">,
): Reading {
  const threshold = field === "code" ? options.codeConfidence : options.quantityConfidence;
  return { value, confidence, pattern: confidence >= threshold ? patternOf(label, field, value) : null };
}

/** Shelves from the top, then stickers from the top, left to right. */
export const inReadingOrder = (a: Detection, b: Detection): number =>
  a.label.localeCompare(b.label) || a.rect.y - b.rect.y || a.rect.x - b.rect.x;
