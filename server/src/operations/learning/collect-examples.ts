import { Readable } from "node:stream";
import { type CollectedSticker, collectStickers, exampleKey, isHeldOut } from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import { lockBlobs } from "../../db/blob-references.ts";
import type { Queryable } from "../../db/connect.ts";
import { lockDetection } from "../../db/detections/read.ts";
import { type ImageInProject, findImage, lockImage } from "../../db/images/read.ts";
import { type ApprovedDetection, findApprovedDetection } from "../../db/learning/approved-detection.ts";
import { replaceExamples } from "../../db/learning/examples.ts";
import { listImagesToCollect } from "../../db/learning/settings.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import { isWorkerShutdown } from "../../errors/user-message.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import type { WorkerContext } from "../worker-context.ts";

type Context = Pick<WorkerContext, "blobs" | "db" | "log" | "photos">;
type Work = ImageInProject & { detection: ApprovedDetection; stickers: CollectedSticker[] };
type Cut = { sticker: CollectedSticker; box: CollectedSticker["rect"]; staged: StagedBlob };

/**
 * Collects the examples of an image if it is approved and its event collects. They replace earlier ones, so it may run at any time
 * and any number of times.
 */
export async function collectExamples(context: Context, imageSid: string): Promise<void> {
  const { db, log } = context;
  const work = await findWork(db, imageSid);
  if (work === null) return;
  const cuts: Cut[] = [];
  try {
    await cut(context, work, cuts);
    await store(context, work, cuts);
  } catch (error) {
    const isCausedByPhoto = error instanceof ProcessError || error instanceof BlobMissingError;
    if (isWorkerShutdown(error) || !isCausedByPhoto) throw error;
    log.warn({ err: error, imageSid }, "a photo's examples could not be collected");
  } finally {
    for (const { staged } of cuts) await staged.discard();
  }
}

async function findWork(db: Queryable, imageSid: string): Promise<Work | null> {
  if ((await listImagesToCollect(db, [imageSid])).length === 0) return null;
  const found = await findImage(db, imageSid);
  const detection = found && (await findApprovedDetection(db, imageSid));
  return found && detection && { ...found, detection, stickers: collectStickers(detection) };
}

/** Adds each crop to `cuts` as soon as it is staged, so that the caller can discard them in any case. */
async function cut({ blobs, photos }: Context, { image, stickers }: Work, cuts: Cut[]): Promise<void> {
  if (stickers.length === 0) return;
  const path = await blobs.path(image.sha256);
  const rects = stickers.map(({ rect }) => rect);
  const crops = await photos.cutExamples(path, { rotation: image.rotation, rects });
  for (const [n, sticker] of stickers.entries()) {
    const crop = crops[n];
    if (!crop) continue;
    const staged = await blobs.stage(Readable.from([Buffer.from(crop.contents)]));
    cuts.push({ sticker, box: crop.box, staged });
  }
}

/** Stores the examples if the detection is still the one that was read. A later change has queued another job. */
async function store({ db }: Context, work: Work, cuts: readonly Cut[]): Promise<void> {
  const { image, detection } = work;
  await db.transaction(async (tx) => {
    const found = await lockImage(tx, image.sid);
    const now = found && (await lockDetection(tx, detection.sid));
    const isSame = now?.row.revision === detection.revision && found?.image.rotation === image.rotation;
    if (!isSame || (await listImagesToCollect(tx, [image.sid])).length === 0) return;
    await lockBlobs(
      tx,
      cuts.map(({ staged }) => staged.sha256),
    );
    for (const { staged } of cuts) await staged.commit();
    const rows = cuts.map(({ sticker: { position, code, quantity }, box, staged }) => ({
      imageSid: image.sid,
      position,
      projectSid: image.projectSid,
      modelSid: detection.modelSid,
      code: code.truth,
      codeOrigin: code.origin,
      codeAccount: code.account,
      quantity: quantity.truth,
      quantityOrigin: quantity.origin,
      quantityAccount: quantity.account,
      box,
      sha256: staged.sha256,
      isHeldOut: isHeldOut(exampleKey(image.sid, position)),
    }));
    await replaceExamples(tx, image.sid, rows);
  });
}
