import { CLASSES } from "../precount/values.ts";
import { FIELD_SLOTS } from "./digit-layer.ts";
import type { LearningExamples } from "./objective.ts";

/** Slots of corrected stickers, to compare new ones with. */
export interface NeighborMemory {
  /** Means of what both networks see of a slot, which are subtracted before slots are compared: field reader, reader. */
  mean: Float32Array;
  /** rows × the length of `mean`, each row of length 1. */
  features: Float32Array;
  /** rows: the true digit, 10 for blank. */
  digits: Uint8Array;
  /** rows: how much each counts. */
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
/** Share of the neighbors' digits in a slot's probabilities. */
const SHARE = 0.5;
/** Most slots that are kept: comparing a number with them takes about 30 ms. */
const MAX_ROWS = 6000;

/**
 * Remembers the slots of examples. Of more than `maxRows` the most important ones are kept, and of equally important
 * ones the first.
 */
export function rememberExamples(examples: LearningExamples, maxRows = MAX_ROWS): NeighborMemory {
  const { features, readerFeatures, truth, importance } = examples;
  const numbers = [...importance.keys()]
    .filter((number) => importance[number]! > 0)
    .toSorted((a, b) => importance[b]! - importance[a]! || a - b)
    .slice(0, Math.floor(maxRows / FIELD_SLOTS));
  if (numbers.length === 0) return EMPTY_MEMORY;
  const inputs = features.length / truth.length;
  const width = 2 * inputs;
  const memory: NeighborMemory = {
    mean: Float32Array.from([...meanRow(features, inputs), ...meanRow(readerFeatures, inputs)]),
    features: new Float32Array(numbers.length * FIELD_SLOTS * width),
    digits: new Uint8Array(numbers.length * FIELD_SLOTS),
    importance: new Float32Array(numbers.length * FIELD_SLOTS),
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
  return memory;
}

/** Features of slots from both networks, each slots × inputs. */
type Seen = Pick<LearningExamples, "features" | "readerFeatures">;

/** Mixes the digits of a number's nearest neighbors into its probabilities (6 × 11), in place. */
export function mixInNeighbors(slots: Float32Array, seen: Seen, memory: NeighborMemory): void {
  if (memory.digits.length === 0) return;
  for (let slot = 0; slot < FIELD_SLOTS; slot += 1) {
    const shares = digitShares(nearest(directionOf(seen, slot, memory.mean), memory), memory);
    for (let c = 0; c < CLASSES; c += 1) {
      const at = slot * CLASSES + c;
      slots[at] = (1 - SHARE) * slots[at]! + SHARE * shares[c]!;
    }
  }
}

interface Neighbor {
  row: number;
  similarity: number;
}

/** The most similar rows, best first; of equal ones the first. */
function nearest(seen: Float32Array, { features, digits }: NeighborMemory): Neighbor[] {
  const best: Neighbor[] = [];
  for (let row = 0; row < digits.length; row += 1) {
    const similarity = dot(seen, features, row * seen.length);
    if (best.length === NEIGHBORS && similarity <= best[NEIGHBORS - 1]!.similarity) continue;
    const place = best.findIndex((other) => other.similarity < similarity);
    best.splice(place === -1 ? best.length : place, 0, { row, similarity });
    best.length = Math.min(best.length, NEIGHBORS);
  }
  return best;
}

/** The product of `a` with the part of `b` from `start`. Four sums at a time are twice as fast as one. */
function dot(a: Float32Array, b: Float32Array, start: number): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 3 < a.length; i += 4) {
    const at = start + i;
    s0 += a[i]! * b[at]!;
    s1 += a[i + 1]! * b[at + 1]!;
    s2 += a[i + 2]! * b[at + 2]!;
    s3 += a[i + 3]! * b[at + 3]!;
  }
  for (; i < a.length; i += 1) s0 += a[i]! * b[start + i]!;
  return s0 + s1 + s2 + s3;
}

function digitShares(neighbors: readonly Neighbor[], { digits, importance }: NeighborMemory): Float32Array {
  const shares = new Float32Array(CLASSES);
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
function directionOf({ features, readerFeatures }: Seen, slot: number, mean: Float32Array): Float32Array {
  const inputs = mean.length / 2;
  const row = new Float32Array(mean.length);
  row.set(features.subarray(slot * inputs, (slot + 1) * inputs));
  row.set(readerFeatures.subarray(slot * inputs, (slot + 1) * inputs), inputs);
  for (const start of [0, inputs]) {
    let square = 0;
    for (let i = start; i < start + inputs; i += 1) square += (row[i]! -= mean[i]!) ** 2;
    const scale = Math.SQRT1_2 / Math.max(Math.sqrt(square), 1e-6);
    for (let i = start; i < start + inputs; i += 1) row[i]! *= scale;
  }
  return row;
}
