import { type DetectionFailure, canUseModel } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import type { JobRow } from "../../db/jobs/image-jobs.ts";
import type { ImageRow } from "../../db/images/read.ts";
import { findModel } from "../../db/models/read.ts";
import type { Change } from "../../live/publish-change.ts";
import { imageChange } from "./lock-image-job.ts";

/** The change that reports a final failure to people who have the event open (PD-66). Retry is offered if every user may use the model. */
export async function failureChange(
  tx: Transaction,
  { id: jobId, modelSid }: Pick<JobRow, "id" | "modelSid">,
  image: ImageRow,
  reason: string,
): Promise<Change> {
  const retryable = canUseModel({ role: "user" }, await findModel(tx, modelSid)).ok;
  const failure: DetectionFailure = { jobId, imageSid: image.sid, imageName: image.name, reason, retryable };
  return { ...imageChange(image), failure };
}
