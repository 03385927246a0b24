import { deriveImageStatus } from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { summariseDetections } from "../../db/image-detections.ts";
import { type ImageRow, updateImage } from "../../db/images.ts";

/**
 * The image's status follows from its detections (decision 13): part of every transaction that changes
 * them, with the image locked. `rejected`: when that is what changes.
 */
export async function refreshImageStatus(
  tx: Queryable,
  image: Pick<ImageRow, "sid" | "status" | "rejectedAt">,
  rejected = image.rejectedAt !== null,
): Promise<void> {
  const status = deriveImageStatus({ rejected, detections: await summariseDetections(tx, image.sid) });
  if (status !== image.status) await updateImage(tx, image.sid, { status });
}
