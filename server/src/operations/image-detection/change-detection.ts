import { type ImageDetection, deriveDetectionStatus, applyPatches } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import {
  type StoredDetection,
  countColumns,
  findImageOfDetection,
  lockDetection,
  toImageDetection,
  updateDetection,
} from "../../db/image-detections.ts";
import type { ImageInProject } from "../../db/images.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { changeImage } from "../image/require-image.ts";
import { refreshImageStatus } from "../image/refresh-status.ts";
import { notifyChanges } from "../../live/publish-change.ts";

export type HeldDetection = ImageInProject & { detection: StoredDetection };

/**
 * One transaction in which nobody else changes the detection or its image. When `change` says that it
 * changed something, the image's status follows and everyone who looks is told.
 */
export async function changeDetection(
  context: SignedInContext,
  sid: string,
  change: (tx: Transaction, held: HeldDetection) => Promise<boolean>,
): Promise<ImageDetection> {
  const imageSid = await findImageOfDetection(context.db, sid);
  if (!imageSid) throw notFound("detection");
  return changeImage(
    context,
    imageSid,
    async (tx, found) => {
      const detection = await lockDetection(tx, sid);
      if (!detection) throw notFound("detection");
      if (!(await change(tx, { ...found, detection }))) return toImageDetection(detection);
      await refreshImageStatus(tx, found.image);
      const projectSid = found.project.sid;
      await notifyChanges(tx, [
        { projectSid, kind: "detection", sid },
        { projectSid, kind: "image", sid: imageSid },
      ]);
      const now = await lockDetection(tx, sid);
      if (!now) throw notFound("detection");
      return toImageDetection(now);
    },
    "detection",
  );
}

/** What follows from its patches, written in the transaction that changed them. */
export async function rederive(tx: Transaction, sid: string): Promise<void> {
  const held = await lockDetection(tx, sid);
  if (!held) throw notFound("detection");
  const { row, patches } = held;
  const results = applyPatches(row.predictions, patches);
  const status = deriveDetectionStatus({ current: row.status, patches, results });
  await updateDetection(tx, sid, { status, ...countColumns(row.predictions, results) });
}
