import { TINY } from "../precount/combine.ts";
import { CLASSES } from "../precount/values.ts";
import { FIELD_SLOTS, softmaxRows } from "./digit-layer.ts";
import type { Evaluation, Objective } from "./minimize.ts";

/** Numbers (codes and quantities) that a person corrected or confirmed, one row of each array per number. */
export interface LearningExamples {
  /** numbers × 6 × inputs: the inputs of the field reader's digit layer for each slot. */
  features: Float32Array;
  /** The same for the reader; the memory of neighbors uses them too. */
  readerFeatures: Float32Array;
  /** numbers × 6 × 11: probabilities of the first reading, by the reader, and of the second, by the field reader. */
  first: Float32Array;
  second: Float32Array;
  /** numbers × 6: the true digits, 10 for blank. */
  truth: Uint8Array;
  /** The weight of each number: 1 for a typed value, less for an unchanged one. */
  importance: Float32Array;
}

/** Numbers of other writers, which the adapted model must read as the shipped one does. */
export type AnchorNumbers = Pick<LearningExamples, "features" | "readerFeatures" | "first" | "second">;

/** The examples that a model learns from, and the anchors whose readings it must keep. */
export interface LearningMaterial {
  examples: LearningExamples;
  anchors: AnchorNumbers;
}

export interface ObjectiveOptions {
  /** Weight of the field reader in the mean of both readings, as in the manifest. */
  weight: number;
  /** Weight of the penalty that keeps the layer near its shipped weights: the cost of a squared change of 1, in nats. */
  prior: number;
  /** The weight of an anchor; a typed example has 1. */
  anchorWeight: number;
}

/** Slots with the probabilities (slots × 11) that the model should give for them. */
interface Targets {
  features: Float32Array;
  offsets: Float32Array;
  targets: Float32Array;
  importanceOf: (slot: number) => number;
}

/**
 * The cost of a change of the digit layer (weights, then bias): cross entropy of the combined readings with the true
 * digits of the examples and with the shipped readings of the anchors, plus the squared change. The combined logits are
 * linear in the change, so the cost is convex and has one minimum.
 */
export function adaptationObjective(
  { examples, anchors }: LearningMaterial,
  { weight, prior, anchorWeight }: ObjectiveOptions,
): Objective {
  const shippedOfAnchors = combinedLogits(anchors, weight);
  const sets: Targets[] = [
    {
      features: examples.features,
      offsets: combinedLogits(examples, weight),
      targets: oneHot(examples.truth),
      importanceOf: (slot) => examples.importance[Math.floor(slot / FIELD_SLOTS)]!,
    },
    {
      features: anchors.features,
      offsets: shippedOfAnchors,
      targets: probabilitiesOf(shippedOfAnchors),
      importanceOf: () => anchorWeight,
    },
  ];
  return (change): Evaluation => {
    const gradient = change.map((delta) => 2 * prior * delta);
    let value = change.reduce((sum, delta) => sum + prior * delta * delta, 0);
    for (const set of sets) value += addCost(set, change, gradient, weight);
    return { value, gradient };
  };
}

/** The cross entropy of a set; adds its gradient. */
function addCost(
  { features, offsets, targets, importanceOf }: Targets,
  change: Float64Array,
  gradient: Float64Array,
  weight: number,
): number {
  const inputs = change.length / CLASSES - 1;
  const row = new Float64Array(CLASSES);
  let cost = 0;
  for (let slot = 0; slot < offsets.length / CLASSES; slot += 1) {
    const share = importanceOf(slot);
    if (share === 0) continue;
    const slotFeatures = features.subarray(slot * inputs, (slot + 1) * inputs);
    addChange(row, offsets.subarray(slot * CLASSES, (slot + 1) * CLASSES), slotFeatures, change, weight);
    softmaxRows(row);
    for (let c = 0; c < CLASSES; c += 1) {
      const target = targets[slot * CLASSES + c]!;
      if (target > 0) cost -= share * target * Math.log(Math.max(row[c]!, Number.MIN_VALUE));
      row[c]! -= target;
    }
    addGradient(gradient, row, slotFeatures, share * weight);
  }
  return cost;
}

function oneHot(digits: Uint8Array): Float32Array {
  const rows = new Float32Array(digits.length * CLASSES);
  for (const [slot, digit] of digits.entries()) rows[slot * CLASSES + digit] = 1;
  return rows;
}

function probabilitiesOf(logits: Float32Array): Float32Array {
  const rows = Float32Array.from(logits);
  softmaxRows(rows);
  return rows;
}

const logOf = (probability: number): number => Math.log(Math.max(probability, TINY));

/** Logits of the combined readings with the shipped layer, numbers × 6 × 11. */
function combinedLogits({ first, second }: Pick<LearningExamples, "first" | "second">, weight: number): Float32Array {
  return second.map((probability, i) => weight * logOf(probability) + (1 - weight) * logOf(first[i]!));
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
