import { canUseModel, detectionOptionsSchema, imageCan, sidSchema } from "@precount/domain";
import { z } from "zod";
import { findModel } from "../../db/models/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { enqueueDetections } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../context.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { changeImage } from "./require-image.ts";
import { recordChange } from "../record-change.ts";

export const runImageDetectionInput = z.object({
  sid: sidSchema,
  modelSid: sidSchema,
  options: detectionOptionsSchema.partial().optional(),
});

/** Queues one model for one image, unless it is queued already. */
export async function runImageDetection(
  context: SignedInContext,
  { sid, modelSid, options }: z.infer<typeof runImageDetectionInput>,
): Promise<ImageWithJobs> {
  unwrapOrThrow(canUseModel(context.session.user, await findModel(context.db, modelSid)));
  return changeImage(context, sid, async (tx, { image, project }) => {
    unwrapOrThrow(imageCan.detect(image, project));
    const asked = detectionOptionsSchema.parse(options ?? {});
    await enqueueDetections(tx, context.queue, { imageSids: [sid], modelSid, options: asked });
    await recordChange(tx, context.call, { changes: [{ projectSid: project.sid, kind: "image", sid }] });
    return readImage(tx, sid, context.session.user);
  });
}
