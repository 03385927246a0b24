import { findImage } from "../db/images.ts";
import { BlobMissingError } from "../storage/blob-store.ts";
import { PREVIEW_WIDTHS_PX } from "../storage/derived-pictures.ts";
import type { JobRun, WorkerContext } from "./context.ts";

/** Makes the small pictures of a photo; those that are there already are left alone. */
export async function handle(
  { db, pictures, log }: WorkerContext,
  { payload }: JobRun<{ imageSid: string }>,
): Promise<void> {
  const found = await findImage(db, payload.imageSid);
  if (!found) return;
  try {
    for (const width of PREVIEW_WIDTHS_PX) await pictures.ensure(found.image, width);
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    // The image's detection says so to people.
    log.warn({ imageSid: payload.imageSid }, "no previews: the photo's file is missing");
  }
}
