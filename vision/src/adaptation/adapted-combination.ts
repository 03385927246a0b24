import { TINY, combineReadings } from "../precount/combine.ts";
import type { Combination, TwiceReadNumber } from "../precount/read-fields.ts";
import { CLASSES, numbersOf, probabilityOf } from "../precount/values.ts";
import type { Adaptation, Mixing } from "./adaptation.ts";
import { type DigitLayer, FIELD_SLOTS, logitsOf, softmaxRows } from "./digit-layer.ts";
import { NeighborSearch } from "./neighbor-search.ts";
import { OTHER_WRITER, type SlotFeatures } from "./neighbors.ts";

/** Keeps the margin finite where no neighbor is the crew's. */
const MIN_SHARE = 0.05;

/**
 * Opens the combination of an adapted model: the change of the last layer since `shipped` changes the second reading, and the memory's
 * neighbors are mixed in. Both get a lower weight if the number resembles other writers than the crew. It needs
 * networks that were opened with their feature output.
 */
export async function openCombination(
  { layer, memory, mixing }: Adaptation,
  shipped: DigitLayer,
  threads: number,
): Promise<Combination> {
  const change = differenceOf(layer, shipped);
  const search = await NeighborSearch.open(memory, threads);
  // Without a memory, numbers cannot be compared with the crew's.
  const shareOfCrew = memory.digits.length > 0 ? shareOfCrewIn : () => 1;
  return {
    combine: async (numbers, weight) => {
      const shares = await search.sharesOf(numbers.map(featuresOf));
      for (const [n, number] of numbers.entries()) {
        const { slots, second } = number;
        const before = Float32Array.from(slots);
        combineReadings(before, second.slots, weight);
        const own = shareOfCrew(shares[n]!);
        combineReadings(slots, adaptedReading(number, change, Math.min(1, own / mixing.fullChangeAt)), weight);
        mixIn(slots, shares[n]!, mixing);
        decide(number, before, Math.exp(mixing.margin / Math.max(own, MIN_SHARE)));
      }
    },
    close: () => search.close(),
  };
}

function featuresOf({ second, readerFeatures }: TwiceReadNumber): SlotFeatures {
  if (!second.features || !readerFeatures) throw new Error("The networks were opened without their feature output.");
  return { features: second.features, readerFeatures };
}

const differenceOf = (layer: DigitLayer, shipped: DigitLayer): DigitLayer => ({
  weights: layer.weights.map((weight, i) => weight - shipped.weights[i]!),
  bias: layer.bias.map((bias, i) => bias - shipped.bias[i]!),
});

/**
 * The second reading with a part of the layer's change: 0 gives the shipped reading, 1 the adapted one. The change is added to the
 * logits, because the shipped reading is not only the layer's (see `digit_reader` in training/).
 */
function adaptedReading({ second }: TwiceReadNumber, change: DigitLayer, strength: number): Float32Array {
  const reading = logitsOf(second.features!, change); // featuresOf has checked it
  for (const [i, probability] of second.slots.entries()) {
    reading[i] = strength * reading[i]! + Math.log(Math.max(probability, TINY));
  }
  softmaxRows(reading);
  return reading;
}

/** The share of a number's neighbors that are the crew's, 0–1. */
function shareOfCrewIn(shares: Float32Array): number {
  let others = 0;
  for (let slot = 0; slot < FIELD_SLOTS; slot += 1) others += shares[slot * (CLASSES + 1) + OTHER_WRITER]!;
  return 1 - others / FIELD_SLOTS;
}

/** Mixes the digits of each slot's neighbors into its probabilities (6 × 11); neighbors of other writers do not change them. */
function mixIn(slots: Float32Array, shares: Float32Array, { share }: Mixing): void {
  for (let slot = 0; slot < FIELD_SLOTS; slot += 1) {
    const own = shares.subarray(slot * (CLASSES + 1), (slot + 1) * (CLASSES + 1));
    const kept = 1 - share * (1 - own[OTHER_WRITER]!);
    for (let c = 0; c < CLASSES; c += 1) {
      const at = slot * CLASSES + c;
      slots[at] = kept * slots[at]! + share * own[c]!;
    }
  }
}

/**
 * Takes the adapted reading of a number only for another value that is clearly more probable. All other numbers keep the
 * shipped reading with its certainty, which is calibrated: an adaptation makes no value valid that is not.
 */
function decide({ slots, field }: TwiceReadNumber, shipped: Float32Array, clearly: number): void {
  const [before] = numbersOf(shipped, field);
  const [after] = numbersOf(slots, field);
  if (!before || !after) return;
  if (before.value === after.value || after.confidence < clearly * probabilityOf(slots, before.value)) {
    slots.set(shipped);
    return;
  }
  // The models disagree: cap the confidence at p and 1 − p of the shipped reading, so a value of which it was sure becomes doubtful.
  limitConfidence(slots, after.value, Math.min(before.confidence, 1 - before.confidence));
}

/** Halvings of the interval in which an exponent is searched. */
const HALVINGS = 20;

/** Flattens the probabilities so that a value is at most this probable. All values keep their order. */
function limitConfidence(slots: Float32Array, value: string, most: number): void {
  if (probabilityOf(slots, value) <= most) return;
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (low + high) / 2;
    if (probabilityOf(flattened(slots, middle), value) > most) high = middle;
    else low = middle;
  }
  slots.set(flattened(slots, low));
}

/** Each slot's probabilities to the power of an exponent, 0–1. */
function flattened(slots: Float32Array, exponent: number): Float32Array {
  const uniform = new Float32Array(slots.length).fill(1 / CLASSES);
  combineReadings(uniform, slots, exponent);
  return uniform;
}
