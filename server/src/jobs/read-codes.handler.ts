import { photoCodes } from "@precount/domain";
import { type FoundCode, ProcessError } from "@precount/photos";
import { findImage } from "../db/images.ts";
import { linkByCodes } from "../operations/area/link-by-codes.ts";
import { BlobMissingError } from "../storage/blob-store.ts";
import type { JobRun, WorkerContext } from "./context.ts";

/** Reads a photo's codes, keeps the area numbers among them, and links the photo where they say one area. */
export async function handle(context: WorkerContext, { payload }: JobRun<{ imageSid: string }>): Promise<void> {
  const found = await findImage(context.db, payload.imageSid);
  if (!found) return;
  const codes = await read(context, found.image);
  await linkByCodes(context.db, found.image.sid, photoCodes(codes.map(({ text }) => text)));
}

/** None when it cannot be read: its area is then said by hand, and its detection tells people what is wrong with it. */
async function read(
  { blobs, photos, log }: WorkerContext,
  { sid, sha256 }: { sid: string; sha256: string },
): Promise<FoundCode[]> {
  try {
    return await photos.readCodes(await blobs.path(sha256));
  } catch (error) {
    const isOver = error instanceof ProcessError && ["closed", "aborted"].includes(error.kind);
    const isOfThePhoto = error instanceof ProcessError || error instanceof BlobMissingError;
    // A photo that took too long or ended the child would do so again.
    if (isOver || !isOfThePhoto) throw error;
    log.warn({ err: error, imageSid: sid }, "a photo's codes could not be read");
    return [];
  }
}
