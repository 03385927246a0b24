import { findImage } from "../../db/images/read.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import { PREVIEW_WIDTHS_PX } from "../../storage/preview-store.ts";
import type { WorkerContext } from "../worker-context.ts";

/** Makes the missing previews of an image. */
export async function makePreviews({ db, previewMaker, log }: WorkerContext, imageSid: string): Promise<void> {
  const found = await findImage(db, imageSid);
  if (!found) return;
  try {
    for (const width of PREVIEW_WIDTHS_PX) await previewMaker.ensure(found.image, width);
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    // The image's detection fails with a message for people.
    log.warn({ imageSid }, "no previews: the photo's file is missing");
  }
}
