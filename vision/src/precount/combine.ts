import { type Answer, DIGITS_OF_NUMBER } from "./read.ts";
import { CLASSES } from "./values.ts";

/** Least probability, so that one network alone cannot exclude a digit. */
export const TINY = 1e-6;

export const FIELDS = ["code", "quantity"] as const;
export type NumberField = (typeof FIELDS)[number];

/** The slots of one number, a view of the sticker's. */
export const fieldSlots = ({ slots }: Pick<Answer, "slots">, field: NumberField): Float32Array =>
  field === "code" ? slots.subarray(0, DIGITS_OF_NUMBER) : slots.subarray(DIGITS_OF_NUMBER);

/** The inputs of the reader's last layer for one number's slots, a view of the sticker's. */
export const fieldFeatures = (features: Float32Array, field: NumberField): Float32Array =>
  field === "code" ? features.subarray(0, features.length / 2) : features.subarray(features.length / 2);

/** Replaces the probabilities of the first reading by their weighted geometric mean with those of the second. */
export function combineReadings(first: Float32Array, second: Float32Array, weight: number): void {
  for (let slot = 0; slot < first.length; slot += CLASSES) {
    let sum = 0;
    for (let i = slot; i < slot + CLASSES; i++) {
      first[i] = Math.max(first[i]!, TINY) ** (1 - weight) * Math.max(second[i]!, TINY) ** weight;
      sum += first[i]!;
    }
    for (let i = slot; i < slot + CLASSES; i++) first[i] = first[i]! / sum;
  }
}
