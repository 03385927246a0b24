import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";

export const JOB_STATES = ["queued", "running", "retrying", "failed", "done"] as const;
export const jobStateSchema = z.enum(JOB_STATES);
export type JobState = z.infer<typeof jobStateSchema>;

/** The latest job of an image: its attempts, its error and whether it can be retried. */
export const imageJobSchema = z.object({
  id: sidSchema,
  modelSid: sidSchema,
  state: jobStateSchema,
  attempts: z.number().int().min(0),
  maxAttempts: z.number().int().min(1),
  /** Message for the user; null without an error. */
  error: z.string().nullable(),
  /** Time of the next attempt; null unless `retrying`. */
  retryAt: isoDateSchema.nullable(),
  updatedAt: isoDateSchema,
});
export type ImageJob = z.infer<typeof imageJobSchema>;

/** A detection that failed in its last attempt, as the event stream reports it (PD-66). */
export const detectionFailureSchema = z.object({
  jobId: sidSchema,
  imageSid: sidSchema,
  imageName: z.string(),
  /** Message for the user. */
  reason: z.string(),
  /** Whether users may retry it: not if its model is retired or in preview. */
  retryable: z.boolean(),
});
export type DetectionFailure = z.infer<typeof detectionFailureSchema>;

/**
 * Whether a job ended before its first attempt, because the queue was canceled or the image was approved or rejected.
 */
export const wasCanceledBeforeStart = ({ state, attempts }: Pick<ImageJob, "state" | "attempts">): boolean =>
  state === "done" && attempts === 0;
