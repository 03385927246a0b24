import { isDeepStrictEqual } from "node:util";
import { type ItemCodes, applyPatches, deriveDetectionStatus, readCodesOf } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { lockDetectionsOf } from "../../db/detections/read.ts";
import type { StoredDetection } from "../../db/detections/stored-detection.ts";
import { countColumns, updateDetection } from "../../db/detections/write.ts";
import { lockImages } from "../../db/images/bulk.ts";
import { listImageSids } from "../../db/images/sids.ts";
import type { ImageRow } from "../../db/images/read.ts";
import { readItemCodes } from "../../db/items/items.ts";
import { type Change, publishChanges } from "../../live/publish-change.ts";
import { enqueueDuplicateSearch } from "../../queue/enqueue.ts";
import { refreshImageStatus } from "../image/refresh-status.ts";
import type { WorkerContext } from "../worker-context.ts";

/** Images in one transaction: few, so that people who edit them wait less than a second. */
const BATCH_IMAGES = 50;

/**
 * Applies an event's item list to all its detections that are not validated, after a choice or an import. It may run again at any
 * time: detections that agree with the list are left alone.
 */
export async function applyItemListToEvent(
  { db, queue }: Pick<WorkerContext, "db" | "queue">,
  projectSid: string,
  signal: AbortSignal,
): Promise<void> {
  const { sids } = await listImageSids(db, projectSid);
  for (let from = 0; from < sids.length; from += BATCH_IMAGES) {
    signal.throwIfAborted();
    await db.transaction(async (tx) => {
      const held = await lockImages(tx, sids.slice(from, from + BATCH_IMAGES));
      const changes = await applyItemList(
        tx,
        projectSid,
        held.map(({ image }) => image),
      );
      await publishChanges(tx, changes);
      // The list may have changed the values by which stickers in two photos are found.
      const images = changes.filter(({ kind }) => kind === "image").map(({ sid }) => sid);
      await enqueueDuplicateSearch(tx, queue, images);
    });
  }
}

/** Applies the item list to the detections of locked images that are not validated. Returns the changed rows. */
export async function applyItemList(
  tx: Transaction,
  projectSid: string,
  images: readonly ImageRow[],
): Promise<Change[]> {
  const sids = images.map(({ sid }) => sid);
  const detections = [...(await lockDetectionsOf(tx, sids)).values()].flat().filter(isOpen);
  if (detections.length === 0) return [];
  const codes = new Set(detections.flatMap(({ row, patches }) => readCodesOf(row.predictions, patches)));
  const itemCodes = await readItemCodes(tx, projectSid, [...codes]);
  const changed = new Set<string>();
  const changes: Change[] = [];
  for (const detection of detections) {
    const own = itemCodes && ownCodes(detection, itemCodes);
    if (isDeepStrictEqual(own, detection.row.itemCodes)) continue;
    await update(tx, detection, own);
    changed.add(detection.row.imageSid);
    changes.push({ projectSid, kind: "detection", sid: detection.row.sid });
  }
  for (const image of images) {
    if (!changed.has(image.sid)) continue;
    await refreshImageStatus(tx, image);
    changes.push({ projectSid, kind: "image", sid: image.sid });
  }
  return changes;
}

/** Validated detections are frozen (PD-80). */
const isOpen = ({ row }: StoredDetection): boolean => row.status !== "validated" && row.status !== "selected";

/** The part of the lookup that is about a detection, in the order in which its codes were read. */
function ownCodes({ row, patches }: StoredDetection, { listed, unlisted, itemCount }: ItemCodes): ItemCodes {
  const own = readCodesOf(row.predictions, patches);
  const [isListed, isUnlisted] = [new Set(listed), new Set(unlisted)];
  return {
    listed: own.filter((code) => isListed.has(code)),
    unlisted: own.filter((code) => isUnlisted.has(code)),
    itemCount,
  };
}

async function update(tx: Transaction, { row, patches }: StoredDetection, itemCodes: ItemCodes | null): Promise<void> {
  const results = applyPatches(row.predictions, patches, itemCodes);
  const status = deriveDetectionStatus({ current: row.status, patches, results });
  await updateDetection(tx, row.sid, { status, itemCodes, ...countColumns(row.predictions, results) });
}
