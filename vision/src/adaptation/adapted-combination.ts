import { combineReadings } from "../precount/combine.ts";
import type { Combination, TwiceRead } from "../precount/read-fields.ts";
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
      const seen = numbers.map((number) => readWithLayer(number, layer, weight));
      await search.mixIn(
        numbers.map(({ slots }) => slots),
        seen,
      );
    },
    close: () => search.close(),
  };
}

/** Combines both readings of a number in its slots. @returns what the networks saw of the slots */
function readWithLayer({ slots, second, readerFeatures }: TwiceRead, layer: DigitLayer, weight: number): SeenSlots {
  if (!second.features || !readerFeatures) throw new Error("The networks were opened without their feature output.");
  const probabilities = logitsOf(second.features, layer);
  softmaxRows(probabilities);
  combineReadings(slots, probabilities, weight);
  return { features: second.features, readerFeatures };
}
