import { combineReadings } from "../precount/combine.ts";
import type { Combination, TwiceRead } from "../precount/read-fields.ts";
import { numbersOf, probabilityOf } from "../precount/values.ts";
import type { Adaptation } from "./adaptation.ts";
import { type DigitLayer, logitsOf, softmaxRows } from "./digit-layer.ts";
import { NeighborSearch } from "./neighbor-search.ts";
import type { SeenSlots } from "./neighbors.ts";

/**
 * Opens the combination of an adapted model: the second reading comes from the changed last layer, and the memory's
 * neighbors are mixed in. It needs networks that were opened with their feature output.
 */
export async function openCombination({ layer, memory }: Adaptation, threads: number): Promise<Combination> {
  const search = await NeighborSearch.open(memory, threads);
  return {
    combine: async (numbers, weight) => {
      const shipped = numbers.map(({ slots, second }) => {
        const copy = Float32Array.from(slots);
        combineReadings(copy, second.slots, weight);
        return copy;
      });
      const seen = numbers.map((number) => readWithLayer(number, layer, weight));
      await search.mixIn(
        numbers.map(({ slots }) => slots),
        seen,
      );
      for (const [n, number] of numbers.entries()) keepShippedValue(number, shipped[n]!);
    },
    close: () => search.close(),
  };
}

/** How many times as probable as the shipped model's value another value must be to replace it. See ADR-060. */
const CLEARLY = Math.exp(0.3);

/** Takes the shipped model's reading of a number back where the adapted one is hardly more probable. */
function keepShippedValue({ slots, field }: TwiceRead, shipped: Float32Array): void {
  const [before] = numbersOf(shipped, field);
  const [after] = numbersOf(slots, field);
  if (!before || !after || before.value === after.value) return;
  if (after.confidence < CLEARLY * probabilityOf(slots, before.value)) slots.set(shipped);
}

/** Combines both readings of a number in its slots. @returns what the networks saw of the slots */
function readWithLayer({ slots, second, readerFeatures }: TwiceRead, layer: DigitLayer, weight: number): SeenSlots {
  if (!second.features || !readerFeatures) throw new Error("The networks were opened without their feature output.");
  const probabilities = logitsOf(second.features, layer);
  softmaxRows(probabilities);
  combineReadings(slots, probabilities, weight);
  return { features: second.features, readerFeatures };
}
