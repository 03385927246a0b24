import { type PhotoPair, type SearchedPhoto, findPairs, pairCan } from "@precount/domain";
import type { ImageRow, ImageInProject } from "../../db/images/read.ts";
import { findImage, lockImage } from "../../db/images/read.ts";
import { orientationOf, uprightSize } from "../../db/images/contents-url.ts";
import { readKeypoints, saveKeypoints } from "../../db/duplicates/keypoints.ts";
import { lockPairs } from "../../db/duplicates/pairs.ts";
import { listCandidates, readStickers } from "../../db/duplicates/stickers.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import { ProcessError } from "@precount/forked-process";
import { isWorkerShutdown } from "../../errors/user-message.ts";
import type { WorkerContext } from "../worker-context.ts";
import { refreshStickers } from "./refresh-stickers.ts";
import { storePairs } from "./store-pairs.ts";

type Context = Pick<WorkerContext, "blobs" | "db" | "log" | "photos">;

/**
 * Finds the stickers of an image that other images of its event show too (PD-93), after each change of its results. It may run again at
 * any time. A closed event keeps its pairs.
 */
export async function findDuplicates(context: Context, imageSid: string, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const candidates = await db.transaction(async (tx) => {
    const held = await lockImage(tx, imageSid);
    if (!held || !isOpen(held)) return null;
    await lockPairs(tx, held.project.sid);
    await refreshStickers(tx, held.image);
    return listCandidates(tx, imageSid);
  });
  if (candidates === null) return;
  const compared = new Map<string, PhotoPair | null>();
  const own = candidates.length > 0 ? await readPhoto(context, imageSid) : null;
  for (const sid of own ? candidates : []) {
    signal.throwIfAborted();
    const other = await readPhoto(context, sid);
    // Image A has the smaller sid.
    if (own && other) compared.set(sid, imageSid < sid ? findPairs(own, other) : findPairs(other, own));
  }
  await db.transaction(async (tx) => {
    const held = await lockImage(tx, imageSid);
    if (!held || !isOpen(held)) return;
    await lockPairs(tx, held.project.sid);
    await storePairs(tx, held.image, compared);
  });
}

const isOpen = ({ project }: ImageInProject): boolean => pairCan.search(project, { role: "admin" }).ok;

/** The image as the comparison needs it; null if it is gone or its pixels cannot be read. */
async function readPhoto(context: Context, imageSid: string): Promise<SearchedPhoto | null> {
  const found = await findImage(context.db, imageSid);
  if (!found) return null;
  const { image } = found;
  const keypoints = await keypointsOf(context, image);
  if (keypoints === null) return null;
  const stickers = await readStickers(context.db, imageSid);
  return {
    keypoints,
    size: uprightSize(image),
    stickers: stickers.map(({ position, code, quantity, rect }) => ({ index: position, code, quantity, rect })),
  };
}

/** Images from before this search, and rotated ones, are decoded again. */
async function keypointsOf(
  { db, blobs, photos, log }: Context,
  image: ImageRow,
): Promise<SearchedPhoto["keypoints"] | null> {
  const orientation = orientationOf(image);
  const stored = (await readKeypoints(db, [image.sid])).get(image.sid);
  if (stored?.orientation === orientation) return stored.keypoints;
  try {
    const { keypoints } = await photos.searchPhoto(await blobs.path(image.sha256), image.rotation);
    await saveKeypoints(db, image.sid, orientation, keypoints);
  } catch (error) {
    const isCausedByPhoto = error instanceof ProcessError || error instanceof BlobMissingError;
    if (isWorkerShutdown(error) || !isCausedByPhoto) throw error;
    log.warn({ err: error, imageSid: image.sid }, "a photo's keypoints could not be found");
    return null;
  }
  return (await readKeypoints(db, [image.sid])).get(image.sid)?.keypoints ?? null;
}
