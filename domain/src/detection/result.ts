import { z } from "zod";
import { rectSchema } from "../geometry/rect.ts";
import { alternativeSchema, readingSchema } from "./reading.ts";

export const RESULT_CLASSES = ["sticker", "shelf"] as const;
export const resultClassSchema = z.enum(RESULT_CLASSES);
export type ResultClass = z.infer<typeof resultClassSchema>;

/** How a sticker's values are written. `mixed`: one is printed, the other is handwritten. */
export const WRITINGS = ["print", "mixed", "hand"] as const;
export const writingSchema = z.enum(WRITINGS);
export type Writing = z.infer<typeof writingSchema>;

/** The model's output for one result. Predictions never change; results are predictions with patches applied. */
export const predictionSchema = z.object({
  label: resultClassSchema,
  rect: rectSchema,
  confidence: z.number().min(0).max(1),
  code: readingSchema,
  /** Stickers only. A sticker that was changed to a shelf keeps it, unused. */
  quantity: readingSchema.optional(),
  /** The reader's alternatives, best first. */
  values: z.array(alternativeSchema).default([]),
  /** Stickers only, from models that tell print from handwriting. */
  writing: writingSchema.optional(),
});
export type Prediction = z.infer<typeof predictionSchema>;

/** A result in its current state. `original` is the prediction before its patches, null for an added result. */
export const resultSchema = predictionSchema.extend({
  discarded: z.boolean(),
  original: predictionSchema.nullable(),
});
export type Result = z.infer<typeof resultSchema>;

export const RESULT_STATUSES = ["valid", "invalid", "added", "patched", "discarded"] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];
