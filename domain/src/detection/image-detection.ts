import { z } from "zod";
import type { Transitions } from "../common/state-machine.ts";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { itemCodesSchema } from "../item/item-codes.ts";
import { detectionOptionsSchema } from "./options.ts";
import { patchSchema } from "./patch-schema.ts";
import { predictionSchema, resultSchema } from "./result.ts";

export const DETECTION_STATUSES = ["inferred", "drafted", "patched", "validated", "selected", "discarded"] as const;
export const detectionStatusSchema = z.enum(DETECTION_STATUSES);
export type DetectionStatus = z.infer<typeof detectionStatusSchema>;

/**
 * Transitions of a detection by a user (spec §4, PD-23). Validating also requires every result to be valid, which
 * `detectionCan.validate` checks.
 */
export const detectionTransitions = {
  delete: { from: ["inferred", "drafted", "patched"], to: "discarded" },
  validate: { from: ["inferred", "patched"], to: "validated" },
  /**
   * `detectionStatusAfter` derives the actual status from the patches. Allowed for a selected detection too, because
   * it approves the image and an approved image must always be unlockable (PD-14).
   */
  invalidate: { from: ["validated", "selected"], to: "patched" },
  activate: { from: ["validated"], to: "selected" },
} as const satisfies Transitions<DetectionStatus, string>;
export type DetectionVerb = keyof typeof detectionTransitions;

/** Counts stored with a detection, so that lists do not read its JSON (spec §3, image stats). */
export const imageStatsSchema = z.object({
  stickerPredictionsCount: z.number().int(),
  validStickerPredictionsCount: z.number().int(),
  /** Stickers whose value, box or class differs from the prediction. */
  patchedStickersCount: z.number().int(),
  /** Stickers whose readings a user typed without changing a value; not in the specification (PD-70). */
  confirmedStickersCount: z.number().int(),
  discardedStickersCount: z.number().int(),
  addedStickersCount: z.number().int(),
  patchedStickersCodesCount: z.number().int(),
  patchedStickersQuantitiesCount: z.number().int(),
  codesWithLeadingZeroCount: z.number().int(),
});
export type ImageStats = z.infer<typeof imageStatsSchema>;

/** The results of one model run on one image, with the edits. */
export const imageDetectionSchema = z.object({
  sid: sidSchema,
  imageSid: sidSchema,
  model: z.object({ sid: sidSchema, name: z.string() }),
  status: detectionStatusSchema,
  /** Percent of results that are valid or discarded. */
  progress: z.number().int().min(0).max(100),
  /** Number of results that are not discarded. */
  count: z.number().int().min(0),
  predictions: z.array(predictionSchema),
  results: z.array(resultSchema),
  /** The read codes, split by whether the event's item list has them; null without a list. */
  itemCodes: itemCodesSchema.nullable(),
  patches: z.array(patchSchema),
  /** Incremented by every change; detects concurrent edits (PD-30). */
  revision: z.number().int().min(0),
  inferredAt: isoDateSchema,
  /** When it was validated; null unless it is validated or selected. */
  validatedAt: isoDateSchema.nullable(),
  /** The options of the run, as far as they were stored. */
  options: detectionOptionsSchema.partial(),
  /** Milliseconds the model took. */
  elapsed: z.number().int().min(0),
});
export type ImageDetection = z.infer<typeof imageDetectionSchema>;
