import { readCrop } from "../../db/crops/crops.ts";
import { orientationOf } from "../../db/images/contents-url.ts";
import type { ImageRow } from "../../db/images/read.ts";
import { fileMissing } from "../../errors/app-error.ts";
import { enqueueCrops } from "../../queue/enqueue.ts";
import type { Services } from "../context.ts";

/**
 * The crop of a box, as WebP. The caller has checked that the person may see the image. A missing crop is NOT_FOUND, and a worker is
 * asked to make it: an earlier version or a restored backup has no crops.
 */
export async function fetchCrop(
  { db, queue }: Pick<Services, "db" | "queue">,
  image: ImageRow,
  key: string,
): Promise<Buffer> {
  const contents = await readCrop(db, image.sid, { key, orientation: orientationOf(image) });
  if (contents) return contents;
  await enqueueCrops(db, queue, [image.sid]);
  throw fileMissing("This crop has not been made yet. Please try again in a few seconds.");
}
