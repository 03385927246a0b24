import { type FoundPair, type PairRef, type PhotoPair, checkMerge } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import {
  type NewPair,
  type PairRow,
  deletePairs,
  insertPairs,
  isUndecided,
  listPairsOfImage,
  listPairsWithStatus,
  setPairStatus,
  toPairRef,
  updatePair,
} from "../../db/duplicates/pairs.ts";
import { readStickers } from "../../db/duplicates/stickers.ts";
import type { ImageRow } from "../../db/images/read.ts";
import { readMergePercent } from "../../db/projects/read.ts";
import { newSid } from "../../lib/ids.ts";
import { publishChanges } from "../../live/publish-change.ts";

/**
 * Stores the pairs of an image that the search found, and removes those that it did not find again. Decisions of people stay.
 * @param compared by the other image; null for one that shares no sticker
 */
export async function storePairs(
  tx: Transaction,
  image: ImageRow,
  compared: ReadonlyMap<string, PhotoPair | null>,
): Promise<void> {
  const known = await listPairsOfImage(tx, image.sid);
  const others = new Set([...compared.keys(), ...known.map((pair) => otherImage(pair, image.sid))]);
  const detections = new Map<string, string>();
  for (const sid of [image.sid, ...others]) {
    const [sticker] = await readStickers(tx, sid);
    if (sticker) detections.set(sid, sticker.detectionSid);
  }
  const changed = new Set<string>();
  for (const other of others) {
    const pairs = known.filter((pair) => otherImage(pair, image.sid) === other);
    const result = await storePhotoPair(tx, image, { other, pairs, found: compared.get(other) ?? null, detections });
    if (result) changed.add(other);
  }
  await mergeCertain(tx, image, changed);
  if (changed.size === 0) return;
  const sids = [image.sid, ...changed];
  await publishChanges(
    tx,
    sids.map((sid) => ({ projectSid: image.projectSid, kind: "image" as const, sid })),
  );
}

const otherImage = ({ imageA, imageB }: PairRow, sid: string): string => (imageA === sid ? imageB : imageA);

type Compared = {
  other: string;
  pairs: readonly PairRow[];
  found: PhotoPair | null;
  detections: ReadonlyMap<string, string>;
};

/** Returns whether anything changed that a screen shows. */
async function storePhotoPair(
  tx: Transaction,
  image: ImageRow,
  { other, pairs, found, detections }: Compared,
): Promise<boolean> {
  const [imageA, imageB] = image.sid < other ? [image.sid, other] : [other, image.sid];
  const find = ({ indexA, indexB }: FoundPair): PairRow | undefined =>
    pairs.find(({ positionA, positionB }) => positionA === indexA && positionB === indexB);
  const homography = [...(found?.overlap.homography ?? [])];
  const again = new Set((found?.pairs ?? []).flatMap((pair) => find(pair)?.sid ?? []));
  const gone = pairs.filter((pair) => isUndecided(pair) && !again.has(pair.sid));
  await deletePairs(
    tx,
    gone.map(({ sid }) => sid),
  );
  const added: NewPair[] = [];
  for (const pair of found?.pairs ?? []) {
    const [detectionA, detectionB] = [detections.get(imageA), detections.get(imageB)];
    if (detectionA === undefined || detectionB === undefined) continue;
    const facts = { certainty: pair.certainty, homography, detectionA, detectionB };
    const known = find(pair);
    if (known) await updatePair(tx, known.sid, facts);
    else {
      const { indexA: positionA, indexB: positionB } = pair;
      added.push({ sid: newSid(), projectSid: image.projectSid, imageA, positionA, imageB, positionB, ...facts });
    }
  }
  await insertPairs(tx, added);
  return gone.length + added.length > 0;
}

/** Merges the suspected pairs that are certain enough for the event's setting (PD-94), unless a decision contradicts. */
async function mergeCertain(tx: Transaction, image: ImageRow, changed: Set<string>): Promise<void> {
  const percent = await readMergePercent(tx, image.projectSid);
  if (percent === null) return;
  const same: PairRef[] = (await listPairsWithStatus(tx, image.projectSid, "same")).map(toPairRef);
  const two = (await listPairsWithStatus(tx, image.projectSid, "two")).map(toPairRef);
  const merged: string[] = [];
  for (const pair of await listPairsOfImage(tx, image.sid)) {
    if (pair.status !== "suspected" || pair.certainty * 100 < percent) continue;
    if (!checkMerge([...same, toPairRef(pair)], two).ok) continue;
    same.push(toPairRef(pair));
    merged.push(pair.sid);
    changed.add(otherImage(pair, image.sid));
  }
  await setPairStatus(tx, merged, "same", null);
}
