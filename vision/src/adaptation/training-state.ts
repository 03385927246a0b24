import { z } from "zod";
import { floats64, parseJson, toBase64 } from "./float-arrays.ts";
import type { TrainingState } from "./train-digit-layer.ts";

const VERSION = 1;

const stateSchema = z.object({
  version: z.literal(VERSION),
  digest: z.string(),
  evaluations: z.number().int().nonnegative(),
  value: z.number(),
  rate: z.number(),
  done: z.boolean(),
  point: floats64,
  gradient: floats64,
  direction: floats64,
  steps: z.array(floats64),
  changes: z.array(floats64),
});

/** A training state as JSON, about 200 KB, to continue after the worker stopped. */
export function formatTrainingState(state: TrainingState): string {
  return JSON.stringify({
    ...state,
    version: VERSION,
    point: toBase64(state.point),
    gradient: toBase64(state.gradient),
    direction: toBase64(state.direction),
    steps: state.steps.map(toBase64),
    changes: state.changes.map(toBase64),
  });
}

/** The state, or null if the text is damaged or from another version: the training then starts again. */
export function parseTrainingState(text: string): TrainingState | null {
  const parsed = stateSchema.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { digest, evaluations, value, rate, done, point, gradient, direction, steps, changes } = parsed.data;
  const vectors = [gradient, direction, ...steps, ...changes];
  const fits = steps.length === changes.length && vectors.every(({ length }) => length === point.length);
  return fits ? { digest, evaluations, value, rate, done, point, gradient, direction, steps, changes } : null;
}
