import { canUseModel, detectionOptionsSchema, imageCan, sidSchema } from "@precount/domain";
import { z } from "zod";
import { findModel } from "../../db/models.ts";
import { notFound, orRefuse } from "../../errors/app-error.ts";
import { enqueueDetections } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { changeImage } from "./require-image.ts";

export const runImageDetectionInput = z.object({
  sid: sidSchema,
  modelSid: sidSchema,
  options: detectionOptionsSchema.partial().optional(),
});

/** Queues one model for one image; asked twice it is queued once. */
export async function runImageDetection(
  context: SignedInContext,
  { sid, modelSid, options }: z.infer<typeof runImageDetectionInput>,
): Promise<ImageWithJobs> {
  const model = await findModel(context.db, modelSid);
  if (!model) throw notFound("model");
  orRefuse(canUseModel(context.session.user, model));
  return changeImage(context, sid, async (tx, { image, project }) => {
    orRefuse(imageCan.detect(image, project));
    const asked = detectionOptionsSchema.parse(options ?? {});
    await enqueueDetections(tx, context.queue, { imageSids: [sid], modelSid, options: asked });
    await notifyChange(tx, { projectSid: project.sid, kind: "image", sid });
    return readImage(tx, sid);
  });
}
