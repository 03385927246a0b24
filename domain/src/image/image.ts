import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";
import { imageDetectionSchema, imageStatsSchema } from "../detection/image-detection.ts";
import { orientationSchema, rotationSchema } from "../geometry/orientation.ts";
import { projectStatusSchema } from "../project/project.ts";
import { imageJobSchema } from "./job.ts";
import { rejectionSchema } from "./rejection.ts";

/** `not_taken` applies to areas: filters accept it, no image is stored with it (PD-13). */
export const IMAGE_STATUSES = ["uploaded", "processed", "pending", "approved", "rejected", "not_taken"] as const;
export const imageStatusSchema = z.enum(IMAGE_STATUSES);
export type ImageStatus = z.infer<typeof imageStatusSchema>;

export const imageMetadataSchema = z.object({
  /** Brand and model of the camera. */
  brand: z.string().nullable(),
  model: z.string().nullable(),
  storeNumber: z.string().nullable(),
  shelfCode: z.string().nullable(),
  /** The specification calls it both aisle and bay (PD-16). */
  bayCode: z.string().nullable(),
});
export type ImageMetadata = z.infer<typeof imageMetadataSchema>;

const imageBase = z.object({
  sid: sidSchema,
  name: z.string(),
  status: imageStatusSchema,
  statusDate: isoDateSchema,
  /** Upright pixels, after orientation and rotation override. */
  width: z.number().int(),
  height: z.number().int(),
  createdAt: isoDateSchema,
  capturedAt: isoDateSchema.nullable(),
  /** Path of the upright image; add the query parameter `w` for a preview. */
  src: z.string(),
  stats: imageStatsSchema,
  /** Percent of non-discarded stickers that are valid, rounded down; null without a detection. */
  validPercent: z.number().int().min(0).max(100).nullable(),
  areaCode: z.string().nullable(),
  job: imageJobSchema.nullable(),
  /** Null unless the image is rejected with a reason. */
  rejection: rejectionSchema.nullable(),
});

/** A row of the image list. */
export const imageListItemSchema = imageBase.extend({
  belowThreshold: z.boolean(),
  /** Stickers with a doubtful value. */
  doubtfulStickers: z.number().int().min(0),
  /** Name of the user who approved or rejected the image; null in any other status. */
  reviewedBy: z.string().nullable(),
  /** The area number that the upload gave, also if the event has no such area; null without one. */
  givenAreaCode: z.string().nullable(),
});
export type ImageListItem = z.infer<typeof imageListItemSchema>;

/** An image with all its details. */
export const imageSchema = imageBase.extend({
  orientation: orientationSchema,
  rotation: rotationSchema,
  file: z.object({ size: z.number().int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  metadata: imageMetadataSchema,
  project: z.object({ sid: sidSchema, slug: z.string(), name: z.string(), status: projectStatusSchema }),
  models: z.array(z.object({ sid: sidSchema, name: z.string() })),
  /** Detections that are not discarded, newest first. */
  detections: z.array(imageDetectionSchema),
});
export type Image = z.infer<typeof imageSchema>;
