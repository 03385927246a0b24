import {
  REJECTION_INCOMPLETE,
  type RejectionInput,
  deriveImageStatus,
  imageCan,
  isRejectionComplete,
  rejectionFields,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";
import { summarizeDetections } from "../../db/detections/read.ts";
import { closeImageJobs } from "../../db/jobs/write-image-jobs.ts";
import { updateImage } from "../../db/images/write.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { enqueueExampleCollection } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../context.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { changeImage } from "./require-image.ts";
import { recordChange } from "../record-change.ts";
import { rejectionOf, unwrapOrNameDecider } from "./refuse-decided.ts";

export const rejectImageInput = z
  .object({ sid: sidSchema, ...rejectionFields })
  .refine(isRejectionComplete, REJECTION_INCOMPLETE);

/** Rejects an image. Its detections stay for Recover; its queued jobs are closed. */
export async function rejectImage(
  context: SignedInContext,
  { sid, reason, note }: z.infer<typeof rejectImageInput>,
): Promise<ImageWithJobs> {
  return changeImage(context, sid, async (tx, { image, project }) => {
    const userSid = context.session.user.sid;
    await unwrapOrNameDecider(tx, imageCan.reject(image, project), { project, userSid }, rejectionOf(image));
    await updateImage(tx, sid, {
      status: "rejected",
      rejectedAt: new Date(),
      rejectedBy: userSid,
      rejectReason: reason ?? null,
      rejectNote: note ?? null,
    });
    await closeImageJobs(tx, [sid]);
    await recordChange(tx, context.call, {
      changes: [{ projectSid: project.sid, kind: "image", sid }],
      details: rejectionDetails({ reason, note }),
    });
    return readImage(tx, sid, context.session.user);
  });
}

/** The reason in the audit log. */
export const rejectionDetails = ({ reason, note }: RejectionInput): Record<string, string> => ({
  ...(reason !== undefined && { reason }),
  ...(note !== undefined && { note }),
});

/** Recovers an image: its status follows from the detections again. */
export async function recoverImage(context: SignedInContext, sid: string): Promise<ImageWithJobs> {
  return changeImage(context, sid, async (tx, { image, project }) => {
    unwrapOrThrow(imageCan.recover(image, project));
    const detections = await summarizeDetections(tx, sid);
    const status = deriveImageStatus({ rejected: false, detections });
    await updateImage(tx, sid, { status, rejectedAt: null, rejectedBy: null });
    await enqueueExampleCollection(tx, context.queue, [sid]);
    await recordChange(tx, context.call, { changes: [{ projectSid: project.sid, kind: "image", sid }] });
    return readImage(tx, sid, context.session.user);
  });
}
