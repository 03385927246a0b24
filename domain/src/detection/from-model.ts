import { clampRect, roundRect } from "../geometry/clamp.ts";
import type { Rect, Size } from "../geometry/rect.ts";
import type { DetectionOptions } from "./options.ts";
import type { Alternative, Reading } from "./reading.ts";
import type { Label, Prediction } from "./result.ts";
import { type ReadingField, patternOf } from "./validity.ts";

/** What a model hands over for one label; its own `pattern`, if any, is not trusted. */
export type ModelDetection = {
  label: Label;
  rect: Rect;
  confidence: number;
  code: { value: string; confidence: number };
  quantity?: { value: string; confidence: number } | undefined;
  values?: readonly Alternative[] | undefined;
};
export type ConfidenceThresholds = Pick<DetectionOptions, "codeConfidenceThreshold" | "quantityConfidenceThreshold">;

type Said = { value: string; confidence: number };

/** A value as a reader said it: a pattern only when it satisfies one and is sure enough. */
export function toReading(label: Label, field: ReadingField, said: Said, options: ConfidenceThresholds): Reading {
  const threshold = field === "code" ? options.codeConfidenceThreshold : options.quantityConfidenceThreshold;
  const value = said.value.slice(0, MAX_READING_LENGTH);
  const pattern = said.confidence >= threshold ? patternOf(label, field, value) : null;
  return { value, pattern, confidence: said.confidence };
}

/**
 * A model's detection as a prediction: whole pixels inside the photo, and a pattern only for a value that
 * satisfies it and is read with enough confidence. A value under its threshold stays to be seen (decision 22).
 * @param size of the upright photo; without it the box is only rounded (a quick look, nothing stored)
 */
export function toPrediction(detection: ModelDetection, options: ConfidenceThresholds, size?: Size): Prediction {
  const { label, rect } = detection;
  const read = (field: ReadingField, said: Said): Reading => toReading(label, field, said, options);
  const prediction: Prediction = {
    label,
    rect: size === undefined ? roundRect(rect) : clampRect(rect, size, label),
    confidence: detection.confidence,
    code: read("code", detection.code),
    values: [...(detection.values ?? [])],
  };
  if (label === "shelf") return prediction;
  const quantity = detection.quantity ?? { value: "", confidence: 0 };
  return { ...prediction, quantity: read("quantity", quantity) };
}

/** As a reading's schema has it. */
const MAX_READING_LENGTH = 64;
