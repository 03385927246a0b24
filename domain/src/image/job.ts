import { z } from "zod";
import { isoDateSchema, sidSchema } from "../common/id.ts";

export const JOB_STATES = ["queued", "running", "retrying", "failed", "done"] as const;
export const jobStateSchema = z.enum(JOB_STATES);
export type JobState = z.infer<typeof jobStateSchema>;

/** What the queue is doing for an image: shown with its attempts, its error and a Retry. */
export const imageJobSchema = z.object({
  id: sidSchema,
  modelSid: sidSchema,
  state: jobStateSchema,
  attempts: z.number().int().min(0),
  maxAttempts: z.number().int().min(1),
  /** In words for a person; null while all is well. */
  error: z.string().nullable(),
  /** When the queue tries again by itself; null unless `retrying`. */
  retryAt: isoDateSchema.nullable(),
  updatedAt: isoDateSchema,
});
export type ImageJob = z.infer<typeof imageJobSchema>;

/** Ended before anybody looked at the photo: somebody cancelled the queue, or settled the image meanwhile. */
export const wasCanceledBeforeStart = ({ state, attempts }: Pick<ImageJob, "state" | "attempts">): boolean =>
  state === "done" && attempts === 0;
