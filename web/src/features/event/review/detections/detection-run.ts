import type { Image } from "@precount/domain";

/** The queued or running detection of an image, and the detections that the image had before. */
export type DetectionRun = { imageSid: string; modelSid: string; before: ReadonlySet<string> };

type ImageState = Pick<Image, "sid" | "job" | "detections">;

/**
 * Follows the latest job of the shown image. `isGenerated` is true once, when the job has created a detection: not after
 * a failure, a cancellation or a rejection of the image.
 */
export function followDetectionRun(
  run: DetectionRun | null,
  { sid: imageSid, job, detections }: ImageState,
): { run: DetectionRun | null; isGenerated: boolean } {
  const current = run?.imageSid === imageSid ? run : null;
  if (job !== null && job.state !== "done" && job.state !== "failed") {
    if (current?.modelSid === job.modelSid) return { run: current, isGenerated: false };
    const before = new Set(detections.map(({ sid }) => sid));
    return { run: { imageSid, modelSid: job.modelSid, before }, isGenerated: false };
  }
  const isGenerated =
    current !== null &&
    job?.state === "done" &&
    detections.some(({ sid, model }) => model.sid === current.modelSid && !current.before.has(sid));
  return { run: null, isGenerated };
}
