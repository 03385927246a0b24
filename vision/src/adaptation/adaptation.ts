import { z } from "zod";
import { CLASSES } from "../precount/values.ts";
import type { DigitLayer } from "./digit-layer.ts";
import { bytes, floats32, parseJson, toBase64 } from "./float-arrays.ts";
import { EMPTY_MEMORY, type NeighborMemory } from "./neighbors.ts";

/** What a crew's model adds to the shipped field reader: its last layer, and slots to compare with. */
export interface Adaptation {
  layer: DigitLayer;
  memory: NeighborMemory;
}

/** The shipped model: its own layer, no memory. */
export const unadapted = (layer: DigitLayer): Adaptation => ({ layer, memory: EMPTY_MEMORY });

const VERSION = 1;

const adaptationSchema = z
  .object({
    version: z.literal(VERSION),
    layer: z.object({ weights: floats32, bias: floats32 }),
    memory: z.object({ mean: floats32, features: floats32, digits: bytes, importance: floats32 }),
  })
  .refine(({ layer: { weights, bias }, memory: { mean, features, digits, importance } }) => {
    const inputs = weights.length / CLASSES;
    return (
      bias.length === CLASSES &&
      (digits.length === 0 || mean.length === 2 * inputs) &&
      features.length === digits.length * mean.length &&
      importance.length === digits.length &&
      digits.every((digit) => digit < CLASSES)
    );
  }, "has arrays that do not fit together");

/** An adaptation as a JSON text, at most about 6 MB. */
export const formatAdaptation = ({ layer, memory }: Adaptation): string =>
  JSON.stringify({
    version: VERSION,
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
  return parsed.success ? { layer: parsed.data.layer, memory: parsed.data.memory } : null;
}
