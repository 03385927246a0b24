import { cropBoxes } from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import { listCropKeys, replaceCrops } from "../../db/crops/crops.ts";
import { listDetections } from "../../db/detections/read.ts";
import { orientationOf } from "../../db/images/contents-url.ts";
import { findImage } from "../../db/images/read.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import { isWorkerShutdown } from "../../errors/user-message.ts";
import type { WorkerContext } from "../worker-context.ts";

type Context = Pick<WorkerContext, "blobs" | "db" | "log" | "photos">;

/** Makes the missing crops of an image's stickers, and removes those of boxes that no sticker has any more. It may run at any time. */
export async function makeCrops({ db, blobs, photos, log }: Context, imageSid: string): Promise<void> {
  const found = await findImage(db, imageSid);
  if (!found) return;
  const { image } = found;
  // If the photo is rotated from here on, the next job replaces these crops.
  const orientation = orientationOf(image);
  const detections = await listDetections(db, imageSid);
  const boxes = cropBoxes(detections.flatMap(({ results }) => results));
  const stored = await listCropKeys(db, imageSid, orientation);
  const missing = [...boxes].filter(([key]) => !stored.has(key));
  try {
    const rects = missing.map(([, rect]) => rect);
    const path = rects.length > 0 ? await blobs.path(image.sha256) : null;
    const crops = path === null ? [] : await photos.cutCrops(path, { rotation: image.rotation, rects });
    const added = crops.map((contents, at) => ({ key: missing[at]?.[0] ?? "", contents }));
    await db.transaction((tx) => replaceCrops(tx, { sid: imageSid, orientation }, { keys: [...boxes.keys()], added }));
  } catch (error) {
    const isCausedByPhoto = error instanceof ProcessError || error instanceof BlobMissingError;
    if (isWorkerShutdown(error) || !isCausedByPhoto) throw error;
    // Screens show the preview instead.
    log.warn({ err: error, imageSid }, "a photo's crops could not be made");
  }
}
