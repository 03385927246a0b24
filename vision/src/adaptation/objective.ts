import { CLASSES } from "../precount/values.ts";
import { type DigitLayer, FIELD_SLOTS, logitsOf, softmaxRows } from "./digit-layer.ts";
import type { Evaluation, Objective } from "./minimize.ts";

/** Numbers (codes and quantities) that a person corrected or confirmed, one row of each array per number. */
export interface LearningExamples {
  /** numbers × 6 × inputs: what the digit layer of the field reader saw of each slot. */
  features: Float32Array;
  /** The same of the reader, which the memory of neighbors uses too. */
  readerFeatures: Float32Array;
  /** numbers × 6 × 11: probabilities of the first reading, by the reader. */
  first: Float32Array;
  /** numbers × 6: the true digits, 10 for blank. */
  truth: Uint8Array;
  /** numbers: how much each counts. A typed value counts 1, a confirmed one less, a further strip of a number a share. */
  importance: Float32Array;
}

export interface ObjectiveOptions {
  /** Weight of the field reader in the mean of both readings, as in the manifest. */
  weight: number;
  /** How strongly the layer is held at its shipped weights: the cost of a squared change of 1, in nats. */
  prior: number;
}

/** Least probability of the first reading, as in `combineReadings`. */
const TINY = 1e-6;

/**
 * The cost of a change of the digit layer (weights, then bias): cross entropy of the combined readings, plus the squared
 * change. The combined logits are linear in the change, so the cost is convex and has one minimum.
 */
export function adaptationObjective(
  examples: LearningExamples,
  shipped: DigitLayer,
  { weight, prior }: ObjectiveOptions,
): Objective {
  const { features, truth, importance } = examples;
  const inputs = shipped.weights.length / CLASSES;
  const offsets = combinedLogits(examples, shipped, weight);
  return (change): Evaluation => {
    const gradient = change.map((delta) => 2 * prior * delta);
    let value = change.reduce((sum, delta) => sum + prior * delta * delta, 0);
    const row = new Float64Array(CLASSES);
    for (let slot = 0; slot < truth.length; slot += 1) {
      const share = importance[Math.floor(slot / FIELD_SLOTS)]!;
      if (share === 0) continue;
      const seen = features.subarray(slot * inputs, (slot + 1) * inputs);
      addChange(row, offsets.subarray(slot * CLASSES, (slot + 1) * CLASSES), seen, change, weight);
      softmaxRows(row);
      const digit = truth[slot]!;
      value -= share * Math.log(Math.max(row[digit]!, Number.MIN_VALUE));
      row[digit]! -= 1;
      addGradient(gradient, row, seen, share * weight);
    }
    return { value, gradient };
  };
}

/** Logits of the combined readings with the shipped layer, numbers × 6 × 11. */
function combinedLogits({ features, first }: LearningExamples, shipped: DigitLayer, weight: number): Float32Array {
  const second = logitsOf(features, shipped);
  return second.map((logit, i) => weight * logit + (1 - weight) * Math.log(Math.max(first[i]!, TINY)));
}

/** row = offsets + weight × (seen · change). */
function addChange(
  row: Float64Array,
  offsets: Float32Array,
  seen: Float32Array,
  change: Float64Array,
  weight: number,
): void {
  const biasAt = seen.length * CLASSES;
  for (let c = 0; c < CLASSES; c += 1) row[c] = offsets[c]! + weight * change[biasAt + c]!;
  for (let i = 0; i < seen.length; i += 1) {
    const feature = weight * seen[i]!;
    for (let c = 0; c < CLASSES; c += 1) row[c]! += feature * change[i * CLASSES + c]!;
  }
}

function addGradient(gradient: Float64Array, residual: Float64Array, seen: Float32Array, scale: number): void {
  const biasAt = seen.length * CLASSES;
  for (let c = 0; c < CLASSES; c += 1) gradient[biasAt + c]! += scale * residual[c]!;
  for (let i = 0; i < seen.length; i += 1) {
    const feature = scale * seen[i]!;
    for (let c = 0; c < CLASSES; c += 1) gradient[i * CLASSES + c]! += feature * residual[c]!;
  }
}
