import { CLASSES } from "../precount/values.ts";
import { FIELD_SLOTS } from "./digit-layer.ts";
import type { AnchorNumbers, LearningMaterial, LearningExamples } from "./objective.ts";

/** In `digits`: marks a slot of an anchor, which a writer outside the crew has written. */
export const OTHER_WRITER = CLASSES;

/** Slots of a crew's stickers and of anchors, to compare new ones with. */
export interface NeighborMemory {
  /** Means of the features of a slot, which are subtracted before slots are compared: field reader, then reader. */
  mean: Float32Array;
  /** rows × the length of `mean`, each row of length 1. */
  features: Float32Array;
  /** rows: the true digit, 10 for blank; OTHER_WRITER for a slot of an anchor. */
  digits: Uint8Array;
  /** The weight of each row. */
  importance: Float32Array;
}

/** A memory without rows leaves every reading as it is. */
export const EMPTY_MEMORY: NeighborMemory = {
  mean: new Float32Array(),
  features: new Float32Array(),
  digits: new Uint8Array(),
  importance: new Float32Array(),
};

/** Neighbors that a slot is compared with, and the similarity (cosine) at which a neighbor counts 1/e. See ADR-060. */
const NEIGHBORS = 10;
const SIMILARITY_SCALE = 0.1;
/** The maximum number of slots of examples: with the anchors' the file of the adaptation has about 16 MB. */
const MAX_ROWS = 8000;
/** The weight of a slot of an anchor; slots of typed values have 1. */
const ANCHOR_IMPORTANCE = 0.5;

/**
 * Remembers the slots of examples and anchors. Of more than `maxRows` of examples the most important ones are kept, and
 * of equally important ones the first.
 */
export function rememberExamples({ examples, anchors }: LearningMaterial, maxRows = MAX_ROWS): NeighborMemory {
  const { features, readerFeatures, truth, importance } = examples;
  const numbers = [...importance.keys()]
    .filter((number) => importance[number]! > 0)
    .toSorted((a, b) => importance[b]! - importance[a]! || a - b)
    .slice(0, Math.floor(maxRows / FIELD_SLOTS));
  if (numbers.length === 0) return EMPTY_MEMORY;
  const [inputs, readerInputs] = [features.length / truth.length, readerFeatures.length / truth.length];
  const width = inputs + readerInputs;
  const own = numbers.length * FIELD_SLOTS;
  const rows = own + anchors.features.length / inputs;
  const memory: NeighborMemory = {
    mean: Float32Array.from([...meanRow(features, inputs), ...meanRow(readerFeatures, readerInputs)]),
    features: new Float32Array(rows * width),
    digits: new Uint8Array(rows).fill(OTHER_WRITER),
    importance: new Float32Array(rows).fill(ANCHOR_IMPORTANCE),
  };
  for (const [n, number] of numbers.entries()) {
    for (let i = 0; i < FIELD_SLOTS; i += 1) {
      const row = n * FIELD_SLOTS + i;
      const slot = number * FIELD_SLOTS + i;
      memory.features.set(directionOf({ features, readerFeatures }, slot, memory.mean), row * width);
      memory.digits[row] = truth[slot]!;
      memory.importance[row] = importance[number]!;
    }
  }
  addAnchors(memory, anchors, own);
  return memory;
}

function addAnchors({ features, mean }: NeighborMemory, anchors: AnchorNumbers, firstRow: number): void {
  const slots = (anchors.features.length + anchors.readerFeatures.length) / mean.length;
  for (let slot = 0; slot < slots; slot += 1) {
    features.set(directionOf(anchors, slot, mean), (firstRow + slot) * mean.length);
  }
}

/** The inputs of both digit layers for slots, slots × inputs of the layer. */
export type SlotFeatures = Pick<LearningExamples, "features" | "readerFeatures">;

export interface Neighbor {
  row: number;
  similarity: number;
}

/** The most similar rows, best first; of equal ones the first. */
export function nearest(similarities: Float32Array): Neighbor[] {
  const best: Neighbor[] = [];
  let least = -Infinity;
  for (let row = 0; row < similarities.length; row += 1) {
    const similarity = similarities[row]!;
    if (similarity <= least) continue;
    const place = best.findIndex((neighbor) => neighbor.similarity < similarity);
    best.splice(place === -1 ? best.length : place, 0, { row, similarity });
    if (best.length > NEIGHBORS) best.pop();
    if (best.length === NEIGHBORS) least = best[NEIGHBORS - 1]!.similarity;
  }
  return best;
}

/** The shares of the digits and of OTHER_WRITER among neighbors. */
export function digitShares(neighbors: readonly Neighbor[], { digits, importance }: NeighborMemory): Float32Array {
  const shares = new Float32Array(CLASSES + 1);
  const most = neighbors[0]?.similarity ?? 0;
  let total = 0;
  for (const { row, similarity } of neighbors) {
    const weight = importance[row]! * Math.exp((similarity - most) / SIMILARITY_SCALE);
    shares[digits[row]!]! += weight;
    total += weight;
  }
  return shares.map((share) => share / total);
}

function meanRow(features: Float32Array, inputs: number): Float32Array {
  const sums = new Float64Array(inputs);
  for (let i = 0; i < features.length; i += 1) sums[i % inputs]! += features[i]!;
  return Float32Array.from(sums, (sum) => (sum * inputs) / features.length);
}

/** A slot as one row of length 1, to which both networks contribute equally. */
export function directionOf(
  { features, readerFeatures }: SlotFeatures,
  slot: number,
  mean: Float32Array,
): Float32Array {
  const slots = (features.length + readerFeatures.length) / mean.length;
  const row = new Float32Array(mean.length);
  let start = 0;
  for (const networkFeatures of [features, readerFeatures]) {
    const inputs = networkFeatures.length / slots;
    row.set(networkFeatures.subarray(slot * inputs, (slot + 1) * inputs), start);
    let square = 0;
    for (let i = start; i < start + inputs; i += 1) square += (row[i]! -= mean[i]!) ** 2;
    const scale = Math.SQRT1_2 / Math.max(Math.sqrt(square), 1e-6);
    for (let i = start; i < start + inputs; i += 1) row[i]! *= scale;
    start += inputs;
  }
  return row;
}
