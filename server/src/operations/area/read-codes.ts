import { photoCodes } from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import type { FoundCode } from "@precount/photos";
import { findImage } from "../../db/images/read.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import type { WorkerContext } from "../worker-context.ts";
import { linkByCodes } from "./link-by-codes.ts";

/** Reads a photo's codes, stores the area numbers among them, and links the photo if they name one area. */
export async function readCodes(context: WorkerContext, imageSid: string): Promise<void> {
  const found = await findImage(context.db, imageSid);
  if (!found) return;
  const codes = await read(context, found.image);
  await linkByCodes(context.db, found.image.sid, photoCodes(codes.map(({ text }) => text)));
}

/** No codes for an unreadable photo: a person links it, and its detection fails with a message for people. */
async function read(
  { blobs, photos, log }: WorkerContext,
  { sid, sha256 }: { sid: string; sha256: string },
): Promise<FoundCode[]> {
  try {
    return await photos.readCodes(await blobs.path(sha256));
  } catch (error) {
    const isStopping = error instanceof ProcessError && ["closed", "aborted"].includes(error.kind);
    const isCausedByPhoto = error instanceof ProcessError || error instanceof BlobMissingError;
    // A photo that took too long or crashed the child process would do so again, so it is not retried.
    if (isStopping || !isCausedByPhoto) throw error;
    log.warn({ err: error, imageSid: sid }, "a photo's codes could not be read");
    return [];
  }
}
