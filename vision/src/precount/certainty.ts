/** Converts raw probabilities to certainties. The same arithmetic as training/precount_training/calibration.py. */
import type { FieldCalibration } from "../manifest.ts";
import type { Value } from "./values.ts";

/** Logits beyond it are not precise in float32. */
const MAX_LOGIT = 14;
const MAX_WRITTEN_LOGIT = 6;

/** The logit of a probability, from -max to max. */
export function logit(probability: number, max: number): number {
  if (probability <= 0 || probability >= 1) return probability > 0.5 ? max : -max;
  return Math.min(max, Math.max(-max, Math.log(probability / (1 - probability))));
}

/**
 * The certainty of a value with this raw probability: linear between knots, constant outside them.
 * @param written the probability that the number is handwriting
 */
export function certaintyOf(probability: number, { knots, handPenalty }: FieldCalibration, written: number): number {
  const x = logit(probability, MAX_LOGIT) - handPenalty * logit(written, MAX_WRITTEN_LOGIT);
  const next = knots.findIndex(([at]) => x <= at);
  if (next === 0) return knots[0]![1];
  if (next === -1) return knots.at(-1)![1];
  const [[x0, y0], [x1, y1]] = [knots[next - 1]!, knots[next]!];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

/** Values with their certainty as confidence; a model without a calibration keeps its raw probabilities. */
export const calibrated = (
  values: readonly Value[],
  calibration: FieldCalibration | undefined,
  written: number,
): Value[] =>
  values.map(({ value, confidence }) => ({
    value,
    confidence: calibration ? certaintyOf(confidence, calibration, written) : confidence,
  }));
