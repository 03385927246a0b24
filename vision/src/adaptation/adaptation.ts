import { z } from "zod";
import { CLASSES } from "../precount/values.ts";
import type { DigitLayer } from "./digit-layer.ts";
import { bytes, floats32, parseJson, toBase64 } from "./float-arrays.ts";
import { EMPTY_MEMORY, type NeighborMemory, OTHER_WRITER } from "./neighbors.ts";

/** The part that a learned model adds to the shipped one: the field reader's last layer, and a memory of slots. */
export interface Adaptation {
  layer: DigitLayer;
  memory: NeighborMemory;
  mixing: Mixing;
}

/** How much layer and memory change a reading. */
export interface Mixing {
  /** Share of the neighbors' digits in the probabilities of a slot whose neighbors are all of the crew. */
  share: number;
  /** The layer's change counts in full from this share of neighbors of the crew on, and less below it. */
  fullChangeAt: number;
  /**
   * Another value replaces the shipped model's if it is e^(margin / share of neighbors of the crew) times as probable, so
   * that the readings of other writers seldom change.
   */
  margin: number;
}

/** Chosen on simulated crews: see ADR-060. */
export const MIXING: Mixing = { share: 0.6, fullChangeAt: 2 / 3, margin: 0.7 };
/** The usual mixing, and those for crews whose adaptation reads other writers worse with it: each changes fewer values. */
export const MIXINGS: readonly [Mixing, ...Mixing[]] = [MIXING, { ...MIXING, margin: 1 }, { ...MIXING, margin: 1.4 }];
/** Files of version 1 have no anchors, and do not say how they are mixed. */
const MIXING_OF_VERSION_1: Mixing = { share: 0.25, fullChangeAt: 1, margin: 0.3 };

/** The shipped model: its own layer, no memory. */
export const unadapted = (layer: DigitLayer): Adaptation => ({ layer, memory: EMPTY_MEMORY, mixing: MIXING });

const VERSION = 2;

const adaptationSchema = z
  .object({
    version: z.union([z.literal(1), z.literal(VERSION)]),
    mixing: z
      .object({
        share: z.number().min(0).max(1),
        fullChangeAt: z.number().positive(),
        margin: z.number().nonnegative(),
      })
      .default(MIXING_OF_VERSION_1),
    layer: z.object({ weights: floats32, bias: floats32 }),
    memory: z.object({ mean: floats32, features: floats32, digits: bytes, importance: floats32 }),
  })
  .refine(({ layer: { weights, bias }, memory: { mean, features, digits, importance } }) => {
    const inputs = weights.length / CLASSES;
    return (
      bias.length === CLASSES &&
      (digits.length === 0 || mean.length > inputs) &&
      features.length === digits.length * mean.length &&
      importance.length === digits.length &&
      digits.every((digit) => digit <= OTHER_WRITER)
    );
  }, "has arrays that do not fit together");

/** An adaptation as a JSON text, at most about 16 MB. */
export const formatAdaptation = ({ layer, memory, mixing }: Adaptation): string =>
  JSON.stringify({
    version: VERSION,
    mixing,
    layer: { weights: toBase64(layer.weights), bias: toBase64(layer.bias) },
    memory: {
      mean: toBase64(memory.mean),
      features: toBase64(memory.features),
      digits: toBase64(memory.digits),
      importance: toBase64(memory.importance),
    },
  });

/** The adaptation in a text, or null if the text is damaged or from another version. */
export function parseAdaptation(text: string): Adaptation | null {
  const parsed = adaptationSchema.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { layer, memory, mixing } = parsed.data;
  return { layer, memory, mixing };
}
