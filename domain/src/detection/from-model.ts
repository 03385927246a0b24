import { clampRect, roundRect } from "../geometry/clamp.ts";
import type { Rect, Size } from "../geometry/rect.ts";
import type { DetectionOptions } from "./options.ts";
import type { Alternative, Reading } from "./reading.ts";
import type { ResultClass, Prediction, Writing } from "./result.ts";
import { type ReadingField, patternOf } from "./validity.ts";

/** A model's output for one result. Its own `pattern`, if any, is ignored. */
export type ModelDetection = {
  label: ResultClass;
  rect: Rect;
  confidence: number;
  code: { value: string; confidence: number };
  quantity?: { value: string; confidence: number } | undefined;
  values?: readonly Alternative[] | undefined;
  writing?: Writing | undefined;
};
export type ConfidenceThresholds = Pick<DetectionOptions, "codeConfidenceThreshold" | "quantityConfidenceThreshold">;

type ModelReading = { value: string; confidence: number };

/**
 * A model's value as a reading: it gets a pattern only if it is well formed and its confidence reaches the threshold.
 */
export function toReading(
  label: ResultClass,
  field: ReadingField,
  reading: ModelReading,
  options: ConfidenceThresholds,
): Reading {
  const threshold = field === "code" ? options.codeConfidenceThreshold : options.quantityConfidenceThreshold;
  const value = reading.value.slice(0, MAX_READING_LENGTH);
  const pattern = reading.confidence >= threshold ? patternOf(label, field, value) : null;
  return { value, pattern, confidence: reading.confidence };
}

/**
 * Converts a model's detection to a prediction: whole pixels inside the photo, and a pattern only for well-formed
 * values above the threshold. A value below the threshold is kept and shown (PD-22).
 * @param size of the upright photo; without it the box is only rounded (quick test, nothing is stored)
 */
export function toPrediction(detection: ModelDetection, options: ConfidenceThresholds, size?: Size): Prediction {
  const { label, rect } = detection;
  const read = (field: ReadingField, reading: ModelReading): Reading => toReading(label, field, reading, options);
  const prediction: Prediction = {
    label,
    rect: size === undefined ? roundRect(rect) : clampRect(rect, size, label),
    confidence: detection.confidence,
    code: read("code", detection.code),
    values: [...(detection.values ?? [])],
  };
  if (label === "shelf") return prediction;
  const quantity = detection.quantity ?? { value: "", confidence: 0 };
  const { writing } = detection;
  return { ...prediction, quantity: read("quantity", quantity), ...(writing && { writing }) };
}

/** The maximum length in `readingSchema`. */
const MAX_READING_LENGTH = 64;
