import { CLASSES } from "../precount/values.ts";

/** Slots of one number: six digits or blanks. */
export const FIELD_SLOTS = 6;

/** The last layer of a reader: features of a slot → logits of the ten digits and blank. */
export interface DigitLayer {
  /** Inputs × 11, row by row. */
  weights: Float32Array;
  bias: Float32Array;
}

/** Logits (rows × 11) of features (rows × inputs), where inputs follows from the layer's size. */
export function logitsOf(features: Float32Array, { weights, bias }: DigitLayer): Float32Array {
  const inputs = weights.length / CLASSES;
  const rows = features.length / inputs;
  const logits = new Float32Array(rows * CLASSES);
  for (let row = 0; row < rows; row += 1) {
    const out = logits.subarray(row * CLASSES, (row + 1) * CLASSES);
    out.set(bias);
    for (let i = 0; i < inputs; i += 1) {
      const feature = features[row * inputs + i]!;
      for (let c = 0; c < CLASSES; c += 1) out[c]! += feature * weights[i * CLASSES + c]!;
    }
  }
  return logits;
}

/** Softmax of each row of 11, in place. */
export function softmaxRows(logits: Float32Array | Float64Array): void {
  for (let start = 0; start < logits.length; start += CLASSES) {
    const row = logits.subarray(start, start + CLASSES);
    const most = Math.max(...row);
    let sum = 0;
    for (let c = 0; c < CLASSES; c += 1) sum += row[c] = Math.exp(row[c]! - most);
    for (let c = 0; c < CLASSES; c += 1) row[c]! /= sum;
  }
}
