import { photoCodes } from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import type { SearchedPixels } from "@precount/photos";
import { saveKeypoints } from "../../db/duplicates/keypoints.ts";
import { orientationOf } from "../../db/images/contents-url.ts";
import { type ImageRow, findImage } from "../../db/images/read.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import type { WorkerContext } from "../worker-context.ts";
import { linkByCodes } from "./link-by-codes.ts";

/**
 * Reads a photo's codes, stores the area numbers among them, and links the photo if they name one area. The same look at its pixels
 * finds the keypoints for the search for duplicates.
 */
export async function readCodes(context: WorkerContext, imageSid: string): Promise<void> {
  const found = await findImage(context.db, imageSid);
  if (!found) return;
  const { image } = found;
  const { codes, keypoints } = await search(context, image);
  if (keypoints.length > 0) await saveKeypoints(context.db, image.sid, orientationOf(image), keypoints);
  await linkByCodes(context, image.sid, photoCodes(codes.map(({ text }) => text)));
}

/** Nothing for an unreadable photo: a person links it, and its detection fails with a message for people. */
async function search(
  { blobs, photos, log }: WorkerContext,
  { sid, sha256, rotation }: ImageRow,
): Promise<SearchedPixels> {
  try {
    return await photos.searchPixels(await blobs.path(sha256), rotation);
  } catch (error) {
    const isStopping = error instanceof ProcessError && ["closed", "aborted"].includes(error.kind);
    const isCausedByPhoto = error instanceof ProcessError || error instanceof BlobMissingError;
    // A photo that took too long or crashed the child process would do so again, so it is not retried.
    if (isStopping || !isCausedByPhoto) throw error;
    log.warn({ err: error, imageSid: sid }, "a photo's codes could not be read");
    return { codes: [], keypoints: new Uint8Array() };
  }
}
