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
import type { Transaction } from "../../db/connect.ts";
import { allowRotation, updateDetection } from "../../db/detections/write.ts";
import { listAllDetections } from "../../db/detections/read.ts";
import { rewritePatches } from "../../db/detections/patches.ts";
import { orientationOf, uprightSize } from "../../db/images/contents-url.ts";
import { updateImage } from "../../db/images/write.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import {
  enqueueCrops,
  enqueueDuplicateSearch,
  enqueueExampleCollection,
  enqueuePreviews,
} from "../../queue/enqueue.ts";
import type { SignedInContext } from "../context.ts";
import { type ImageWithJobs, readImage } from "./read-image.ts";
import { changeImage } from "./require-image.ts";
import { recordChange } from "../record-change.ts";
import { recordAudit } from "../../audit/record-audit.ts";

export const rotateImageInput = z.object({ imageSid: sidSchema, rotation: rotationSchema });

/** Sets the rotation override and rotates every box with the photo, so that it stays on the same part of the shelf (PD-17). */
export async function rotateImage(
  context: SignedInContext,
  { imageSid, rotation }: z.infer<typeof rotateImageInput>,
): Promise<ImageWithJobs> {
  const { session, queue, call } = context;
  return changeImage(context, imageSid, async (tx, { image, project }) => {
    unwrapOrThrow(imageCan.rotate(image, project));
    if (rotation !== image.rotation) {
      await updateImage(tx, imageSid, { rotation });
      const frames = {
        from: orientationOf(image),
        to: orientationOf({ ...image, rotation }),
        size: uprightSize(image),
      };
      if (frames.from !== frames.to) {
        await rotateDetections(tx, imageSid, frames);
        await enqueuePreviews(tx, queue, [imageSid]);
        await enqueueCrops(tx, queue, [imageSid]);
        await enqueueDuplicateSearch(tx, queue, [imageSid]);
        await enqueueExampleCollection(tx, queue, [imageSid]);
      }
      const changes = [{ projectSid: project.sid, kind: "image" as const, sid: imageSid }];
      await recordChange(tx, call, { changes, details: { rotation } });
    } else await recordAudit(tx, call, { projectSid: project.sid, details: { rotation } });
    return readImage(tx, imageSid, session.user);
  });
}

/**
 * Rotates the boxes of all detections, discarded ones too. `turnedRevision` marks the frame change: a client with an older revision
 * has boxes of the old frame.
 */
async function rotateDetections(
  tx: Transaction,
  imageSid: string,
  { from, to, size }: { from: Orientation; to: Orientation; size: Size },
): Promise<void> {
  await allowRotation(tx);
  for (const { row, log } of await listAllDetections(tx, imageSid)) {
    await updateDetection(tx, row.sid, {
      predictions: rotatePredictions(row.predictions, size, from, to),
      turnedRevision: row.revision + 1,
    });
    const rotated = rotatePatches(
      log.map(({ patch }) => patch),
      size,
      from,
      to,
    );
    const changed = log.flatMap(({ id, patch }, i) => {
      const now = rotated[i];
      return now && now !== patch ? [{ id, patch: now }] : [];
    });
    await rewritePatches(tx, changed);
  }
}
