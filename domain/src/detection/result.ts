import { z } from "zod";
import { rectSchema } from "../geometry/rect.ts";
import { alternativeSchema, readingSchema } from "./reading.ts";

export const LABELS = ["sticker", "shelf"] as const;
export const labelSchema = z.enum(LABELS);
export type Label = z.infer<typeof labelSchema>;

/** What the model said of one label. Predictions are never changed; results are predictions with patches applied. */
export const predictionSchema = z.object({
  label: labelSchema,
  rect: rectSchema,
  confidence: z.number().min(0).max(1),
  code: readingSchema,
  /** Stickers only; what a person made a shelf of keeps it, unused. */
  quantity: readingSchema.optional(),
  /** The reader's candidates, best first. */
  values: z.array(alternativeSchema).default([]),
});
export type Prediction = z.infer<typeof predictionSchema>;

/** One label as it now is. `original` is the prediction before its patches, null when a person added it. */
export const resultSchema = predictionSchema.extend({
  discarded: z.boolean(),
  original: predictionSchema.nullable(),
});
export type Result = z.infer<typeof resultSchema>;

export const RESULT_STATUSES = ["valid", "invalid", "added", "patched", "discarded"] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];
