import type { Transaction } from "../../db/connect.ts";
import { findLiveDetection } from "../../db/detections/read.ts";
import { findImageJob, lockImageJob } from "../../db/jobs/image-jobs.ts";
import { type ImageInProject, lockImage } from "../../db/images/read.ts";
import { imageCan } from "@precount/domain";
import type { Attempt } from "../worker-context.ts";
import type { Change } from "../../live/publish-change.ts";

/** Locks a job and its image. Null when either is gone or finished, or when a Retry has sent another job in its place. */
export async function lockJobAndImage(tx: Transaction, jobId: string, { queueId }: Attempt) {
  const known = await findImageJob(tx, jobId);
  const found = known && (await lockImage(tx, known.imageSid));
  const job = found && (await lockImageJob(tx, jobId));
  if (!found || !job || job.queueId !== queueId || job.state === "done" || job.state === "failed") return null;
  return { job, found };
}

/** Whether the image still takes a detection: it is neither rejected nor approved, and its event is open. */
export async function needsDetection(
  tx: Transaction,
  { image, project }: ImageInProject,
  modelSid: string,
): Promise<boolean> {
  if (!imageCan.detect(image, project).ok) return false;
  const live = await findLiveDetection(tx, image.sid, modelSid);
  return live?.status !== "validated" && live?.status !== "selected";
}

export const imageChange = ({ projectSid, sid }: ImageInProject["image"]): Change => ({
  projectSid,
  kind: "image",
  sid,
});
