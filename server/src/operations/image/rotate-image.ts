import {
  type Orientation,
  type Size,
  imageCan,
  rotatePatches,
  rotatePredictions,
  rotationSchema,
  sidSchema,
} from "@precount/domain";
import { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import type { Transaction } from "../../db/connect.ts";
import { allowTurning, listAllDetections, rewritePatches, updateDetection } from "../../db/image-detections.ts";
import { orientationOf, updateImage, uprightSize } from "../../db/images.ts";
import { orRefuse } from "../../errors/app-error.ts";
import { enqueuePreviews } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { changeImage } from "./require-image.ts";

export const rotateImageInput = z.object({ imageSid: sidSchema, rotation: rotationSchema });

/** Sets the override; every box moves along, so that it lies on the same piece of shelf (decision 17). */
export async function rotateImage(
  context: SignedInContext,
  { imageSid, rotation }: z.infer<typeof rotateImageInput>,
): Promise<ImageWithJobs> {
  return changeImage(context, imageSid, async (tx, { image, project }) => {
    orRefuse(imageCan.rotate(image, project));
    noteAudit({ details: { rotation }, projectSid: project.sid });
    if (rotation !== image.rotation) {
      await updateImage(tx, imageSid, { rotation });
      const turn = { from: orientationOf(image), to: orientationOf({ ...image, rotation }), size: uprightSize(image) };
      if (turn.from !== turn.to) {
        await turnDetections(tx, imageSid, turn);
        await enqueuePreviews(tx, context.queue, [imageSid]);
      }
      await notifyChange(tx, { projectSid: project.sid, kind: "image", sid: imageSid });
    }
    return readImage(tx, imageSid);
  });
}

/**
 * Deleted detections too: the record stays true. Whoever has an older revision in hand sees other pixels than
 * the boxes are in now, which `turnedRevision` tells.
 */
async function turnDetections(
  tx: Transaction,
  imageSid: string,
  { from, to, size }: { from: Orientation; to: Orientation; size: Size },
): Promise<void> {
  await allowTurning(tx);
  for (const { row, log } of await listAllDetections(tx, imageSid)) {
    await updateDetection(tx, row.sid, {
      predictions: rotatePredictions(row.predictions, size, from, to),
      turnedRevision: row.revision + 1,
    });
    const turned = rotatePatches(
      log.map(({ patch }) => patch),
      size,
      from,
      to,
    );
    const changed = log.flatMap(({ id, patch }, i) => {
      const now = turned[i];
      return now && now !== patch ? [{ id, patch: now }] : [];
    });
    await rewritePatches(tx, changed);
  }
}
