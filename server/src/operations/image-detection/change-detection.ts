import {
  type ImageDetection,
  type ItemCodes,
  applyPatches,
  cropBoxes,
  deriveDetectionStatus,
  readCodesOf,
} from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { type StoredDetection, toImageDetection } from "../../db/detections/stored-detection.ts";
import { findImageOfDetection, lockDetection } from "../../db/detections/read.ts";
import { countColumns, updateDetection } from "../../db/detections/write.ts";
import { type ImageInProject, findImage } from "../../db/images/read.ts";
import { readItemCodes } from "../../db/items/items.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { enqueueCrops, enqueueDuplicateSearch, enqueueExampleCollection } from "../../queue/enqueue.ts";
import { changeImage } from "../image/require-image.ts";
import { refreshImageStatus } from "../image/refresh-status.ts";
import { recordChange } from "../record-change.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Change } from "../../live/publish-change.ts";

export type HeldDetection = ImageInProject & { detection: StoredDetection };

/** `details` for the audit entry; never values that a person typed. */
export type ChangeFacts = { details?: Record<string, number> };

/**
 * Runs `change` in a transaction with the detection and its image locked. `change` returns what the audit log says of it, or null when
 * nothing changed; after a change the image's status is updated and the change is published.
 */
export async function changeDetection(
  context: SignedInContext,
  sid: string,
  change: (tx: Transaction, held: HeldDetection) => Promise<ChangeFacts | null>,
): Promise<ImageDetection> {
  const imageSid = await findImageOfDetection(context.db, sid);
  if (!imageSid) throw notFound("detection");
  return changeImage(
    context,
    imageSid,
    async (tx, found) => {
      const detection = await lockDetection(tx, sid);
      if (!detection) throw notFound("detection");
      const facts = await change(tx, { ...found, detection });
      if (facts === null) {
        await recordAudit(tx, context.call);
        return toImageDetection(detection, context.session.user);
      }
      await refreshImageStatus(tx, found.image);
      await enqueueDuplicateSearch(tx, context.queue, [imageSid]);
      const projectSid = found.project.sid;
      const changes: Change[] = [
        { projectSid, kind: "detection", sid },
        { projectSid, kind: "image", sid: imageSid },
      ];
      await recordChange(tx, context.call, { changes, ...facts });
      const now = await lockDetection(tx, sid);
      if (!now) throw notFound("detection");
      const isApproved = now.row.status === "validated" || now.row.status === "selected";
      if (isApproved) await enqueueExampleCollection(tx, context.queue, [imageSid]);
      if (hasNewBox(detection, now)) await enqueueCrops(tx, context.queue, [imageSid]);
      return toImageDetection(now, context.session.user);
    },
    "detection",
  );
}

/** Whether a sticker needs a crop that was not needed before. Most edits change values only. */
function hasNewBox(before: StoredDetection, now: StoredDetection): boolean {
  const known = cropBoxes(before.results);
  return [...cropBoxes(now.results).keys()].some((key) => !known.has(key));
}

/** Recomputes status and counts after a change of the patches, in the same transaction. */
export async function rederive(tx: Transaction, sid: string): Promise<void> {
  const held = await lockDetection(tx, sid);
  if (!held) throw notFound("detection");
  const { row, patches } = held;
  const itemCodes = await currentItemCodes(tx, held);
  const results = applyPatches(row.predictions, patches, itemCodes);
  const status = deriveDetectionStatus({ current: row.status, patches, results });
  await updateDetection(tx, sid, { status, itemCodes, ...countColumns(row.predictions, results) });
}

/** Looks up the codes of drawn stickers that were read since the last lookup. Without new codes no statement runs. */
async function currentItemCodes(tx: Transaction, { row, patches }: StoredDetection): Promise<ItemCodes | null> {
  const { itemCodes } = row;
  if (itemCodes === null) return null;
  const known = new Set([...itemCodes.listed, ...itemCodes.unlisted]);
  const codes = readCodesOf(row.predictions, patches);
  if (codes.every((code) => known.has(code))) return itemCodes;
  const image = await findImage(tx, row.imageSid);
  return image && readItemCodes(tx, image.project.sid, codes);
}
