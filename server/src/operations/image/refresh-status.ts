import { deriveImageStatus } from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { summarizeDetections } from "../../db/detections/read.ts";
import type { ImageRow } from "../../db/images/read.ts";
import { updateImage } from "../../db/images/write.ts";

/**
 * Derives the image's status from its detections (PD-13). Call it in every transaction that changes them, with the image locked.
 * @param rejected the new value when the transaction rejects or recovers the image
 */
export async function refreshImageStatus(
  tx: Queryable,
  image: Pick<ImageRow, "sid" | "status" | "rejectedAt">,
  rejected = image.rejectedAt !== null,
): Promise<void> {
  const status = deriveImageStatus({ rejected, detections: await summarizeDetections(tx, image.sid) });
  if (status !== image.status) await updateImage(tx, image.sid, { status });
}
