import { z } from "zod";
import type { Transitions } from "../common/state-machine.ts";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { detectionOptionsSchema } from "./options.ts";
import { patchSchema } from "./patch-schema.ts";
import { predictionSchema, resultSchema } from "./result.ts";

export const DETECTION_STATUSES = ["inferred", "drafted", "patched", "validated", "selected", "discarded"] as const;
export const detectionStatusSchema = z.enum(DETECTION_STATUSES);
export type DetectionStatus = z.infer<typeof detectionStatusSchema>;

/**
 * What a person may do to a detection, by status (spec §4, decision 23). Validating has one condition
 * more, every result valid, which `detectionCan.validate` adds.
 */
export const detectionTransitions = {
  delete: { from: ["inferred", "drafted", "patched"], to: "discarded" },
  validate: { from: ["inferred", "patched"], to: "validated" },
  /**
   * Back to what its patches make of it: `detectionStatusAfter` says which. Of the selected one too: it approves the
   * image, and from an approved image there is always a way back (decision 14).
   */
  invalidate: { from: ["validated", "selected"], to: "patched" },
  activate: { from: ["validated"], to: "selected" },
} as const satisfies Transitions<DetectionStatus, string>;
export type DetectionVerb = keyof typeof detectionTransitions;

/** Counts kept with a detection so that lists never read its JSON (spec §3, image stats). */
export const imageStatsSchema = z.object({
  stickerPredictionsCount: z.number().int(),
  validStickerPredictionsCount: z.number().int(),
  patchedStickersCount: z.number().int(),
  discardedStickersCount: z.number().int(),
  addedStickersCount: z.number().int(),
  patchedStickersCodesCount: z.number().int(),
  patchedStickersQuantitiesCount: z.number().int(),
  codesWithLeadingZeroCount: z.number().int(),
});
export type ImageStats = z.infer<typeof imageStatsSchema>;

/** What one model found on one image, with what people made of it. */
export const imageDetectionSchema = z.object({
  sid: sidSchema,
  imageSid: sidSchema,
  model: z.object({ sid: sidSchema, name: z.string() }),
  status: detectionStatusSchema,
  /** Share of results that are valid or discarded, whole percent. */
  progress: z.number().int().min(0).max(100),
  /** Results that are not discarded. */
  count: z.number().int().min(0),
  predictions: z.array(predictionSchema),
  results: z.array(resultSchema),
  patches: z.array(patchSchema),
  /** Rises by one with every change; tells two editors apart (decision 30). */
  revision: z.number().int().min(0),
  inferredAt: isoDateSchema,
  /** When a person validated it; null unless it is validated or selected. */
  validatedAt: isoDateSchema.nullable(),
  /** What the run was asked for, as far as it was kept. */
  options: detectionOptionsSchema.partial(),
  /** Milliseconds the model took. */
  elapsed: z.number().int().min(0),
});
export type ImageDetection = z.infer<typeof imageDetectionSchema>;
