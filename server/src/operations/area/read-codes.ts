import { photoCodes } from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import type { SearchedPixels } from "@precount/photos";
import { isSearched, saveKeypoints } from "../../db/duplicates/keypoints.ts";
import { orientationOf } from "../../db/images/contents-url.ts";
import { type ImageRow, findImage } from "../../db/images/read.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import type { WorkerContext } from "../worker-context.ts";
import { linkByCodes } from "./link-by-codes.ts";

/** Searches a photo for codes and keypoints, unless that was done (see `storeSearch`). */
export async function readCodes(context: WorkerContext, imageSid: string): Promise<void> {
  const found = await findImage(context.db, imageSid);
  if (!found || (await isSearched(context.db, imageSid))) return;
  const searched = await search(context, found.image);
  if (searched) await storeSearch(context, found.image, searched);
}

/**
 * Stores the area numbers among a photo's codes and links the photo if they name one area, then stores its keypoints for the search for
 * duplicates. The keypoints come last: they show that the photo has been searched.
 * @param image as it was when it was searched
 */
export async function storeSearch(
  context: Pick<WorkerContext, "db" | "queue">,
  image: ImageRow,
  { codes, keypoints }: SearchedPixels,
): Promise<void> {
  await linkByCodes(context, image.sid, photoCodes(codes.map(({ text }) => text)));
  await saveKeypoints(context.db, image.sid, orientationOf(image), keypoints);
}

/** Null for an unreadable photo: a person links it, and its detection fails with a message for people. */
async function search(
  { blobs, photos, log }: WorkerContext,
  { sid, sha256, rotation }: ImageRow,
): Promise<SearchedPixels | null> {
  try {
    return await photos.searchPhoto(await blobs.path(sha256), rotation);
  } catch (error) {
    const isStopping = error instanceof ProcessError && ["closed", "aborted"].includes(error.kind);
    const isCausedByPhoto = error instanceof ProcessError || error instanceof BlobMissingError;
    // A photo that took too long or crashed the child process would do so again, so it is not retried.
    if (isStopping || !isCausedByPhoto) throw error;
    log.warn({ err: error, imageSid: sid }, "a photo's codes could not be read");
    return null;
  }
}
