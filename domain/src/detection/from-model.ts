import { clampRect, roundRect } from "../geometry/clamp.ts";
import type { Rect, Size } from "../geometry/rect.ts";
import type { DetectionOptions } from "./options.ts";
import type { Candidate, Reading } from "./reading.ts";
import type { Label, Prediction } from "./result.ts";
import { type ReadingField, patternOf } from "./validity.ts";

/** What a model hands over for one label (design.md); its own `pattern`, if any, is not trusted. */
export type ModelDetection = {
  label: Label;
  rect: Rect;
  confidence: number;
  code: { value: string; confidence: number };
  quantity?: { value: string; confidence: number } | undefined;
  values?: readonly Candidate[] | undefined;
};
export type ConfidenceThresholds = Pick<DetectionOptions, "codeConfidenceThreshold" | "quantityConfidenceThreshold">;

/**
 * A model's detection as a prediction: whole pixels inside the photo, and a pattern only for a value that
 * satisfies it and is read with enough confidence. A value under its threshold stays to be seen (decision 22).
 * @param size of the upright photo; without it the box is only rounded (a quick look, nothing stored)
 */
export function toPrediction(detection: ModelDetection, options: ConfidenceThresholds, size?: Size): Prediction {
  const { label, rect } = detection;
  const read = (field: ReadingField, reading: { value: string; confidence: number }, threshold: number): Reading => {
    const value = reading.value.slice(0, MAX_READING_LENGTH);
    const pattern = reading.confidence >= threshold ? patternOf(label, field, value) : null;
    return { value, pattern, confidence: reading.confidence };
  };
  const prediction: Prediction = {
    label,
    rect: size === undefined ? roundRect(rect) : clampRect(rect, size, label),
    confidence: detection.confidence,
    code: read("code", detection.code, options.codeConfidenceThreshold),
    values: [...(detection.values ?? [])],
  };
  if (label === "shelf") return prediction;
  const quantity = detection.quantity ?? { value: "", confidence: 0 };
  return { ...prediction, quantity: read("quantity", quantity, options.quantityConfidenceThreshold) };
}

/** As a reading's schema has it. */
const MAX_READING_LENGTH = 64;
