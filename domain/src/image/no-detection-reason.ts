import type { ImageStatus } from "./image.ts";
import { type ImageJob, wasCanceledBeforeStart } from "./job.ts";

type Facts = {
  status: ImageStatus;
  /** Newest first. */
  jobs: readonly Pick<ImageJob, "state" | "attempts">[];
  /** Number of the event's jobs that run now; undefined while unknown. */
  running: number | undefined;
};

/** Why an image has no detection that could be shown. */
export function noDetectionReason({ status, jobs, running }: Facts): string {
  const has = (state: ImageJob["state"]): boolean => jobs.some((job) => job.state === state);
  if (has("running")) return "A model is reading this photo. Its results appear here.";
  if (has("queued")) {
    return running === 0
      ? "This photo is in the queue and waits for a worker. Its results appear here."
      : "This photo is in the queue. Its results appear here when a model has read it.";
  }
  if (has("retrying")) return "The last attempt to read this photo failed. It is repeated automatically.";
  const [newest] = jobs;
  if (status === "rejected") return "This photo is rejected, and no model has read it.";
  if (newest === undefined) return "No model was available when this photo was uploaded.";
  if (newest.state === "failed") return "No model could read this photo.";
  return wasCanceledBeforeStart(newest)
    ? "The detection of this photo was canceled before it began."
    : "The detections of this photo were deleted.";
}
