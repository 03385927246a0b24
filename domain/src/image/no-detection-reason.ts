import type { ImageStatus } from "./image.ts";
import { type ImageJob, wasCanceledBeforeStart } from "./job.ts";
import { type EventQueue, afterOtherEvents } from "./queue.ts";

type Facts = {
  status: ImageStatus;
  /** Newest first. */
  jobs: readonly Pick<ImageJob, "state" | "attempts">[];
  /** The event's queue; undefined while unknown. */
  queue: Pick<EventQueue, "running" | "ahead"> | undefined;
};

/** Why an image has no detection that could be shown. */
export function noDetectionReason({ status, jobs, queue }: Facts): string {
  const has = (state: ImageJob["state"]): boolean => jobs.some((job) => job.state === state);
  if (has("running")) return "A model is reading this photo. Its results appear here.";
  if (has("queued")) return queuedReason(queue);
  if (has("retrying")) return "The last attempt to read this photo failed. It is repeated automatically.";
  const [newest] = jobs;
  if (status === "rejected") return "This photo is rejected, and no model has read it.";
  if (newest === undefined) return "No model was available when this photo was uploaded.";
  if (newest.state === "failed") return "No model could read this photo.";
  return wasCanceledBeforeStart(newest)
    ? "The detection of this photo was canceled before it began."
    : "The detections of this photo were deleted.";
}

function queuedReason(queue: Facts["queue"]): string {
  if (queue?.running !== 0) return "This photo is in the queue. Its results appear here when a model has read it.";
  return queue.ahead === 0
    ? "This photo is in the queue and waits for a worker. Its results appear here."
    : `This photo is in the queue, ${afterOtherEvents(queue.ahead)}. Its results appear here.`;
}
