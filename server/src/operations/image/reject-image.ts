import { deriveImageStatus, imageCan } from "@precount/domain";
import { summariseDetections } from "../../db/image-detections.ts";
import { closeImageJobs } from "../../db/image-jobs.ts";
import { updateImage } from "../../db/images.ts";
import { orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { changeImage } from "./require-image.ts";

/** Detections stay as they are, for Recover; what is still queued is of no use any more. */
export async function rejectImage(context: SignedInContext, sid: string): Promise<ImageWithJobs> {
  return changeImage(context, sid, async (tx, { image, project }) => {
    orRefuse(imageCan.reject(image, project));
    await updateImage(tx, sid, {
      status: "rejected",
      rejectedAt: new Date(),
      rejectedBy: context.session.user.sid,
    });
    await closeImageJobs(tx, [sid]);
    await notifyChange(tx, { projectSid: project.sid, kind: "image", sid });
    return readImage(tx, sid);
  });
}

/** Back to what its detections make of it. */
export async function recoverImage(context: SignedInContext, sid: string): Promise<ImageWithJobs> {
  return changeImage(context, sid, async (tx, { image, project }) => {
    orRefuse(imageCan.recover(image, project));
    const detections = await summariseDetections(tx, sid);
    const status = deriveImageStatus({ rejected: false, detections });
    await updateImage(tx, sid, { status, rejectedAt: null, rejectedBy: null });
    await notifyChange(tx, { projectSid: project.sid, kind: "image", sid });
    return readImage(tx, sid);
  });
}
