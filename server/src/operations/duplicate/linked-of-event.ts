import {
  type ReportImage,
  type Result,
  type StickerCountedOnce,
  type StickerRef,
  compareReportOrder,
  linkedStickers,
} from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { listPairsWithStatus, lockPairs, toPairRef } from "../../db/duplicates/pairs.ts";
import { findImages } from "../../db/images/bulk.ts";
import { readReportResults } from "../../db/reports/sources.ts";
import { refreshStickers } from "./refresh-stickers.ts";

/** Images whose results are in memory at once. */
const IMAGES_PER_STATEMENT = 200;

type CountedImage = Omit<ReportImage, "results" | "linked">;
type Linked = { linked: Map<string, Set<number>>; stickersCountedOnce: StickerCountedOnce[] };

/**
 * The stickers of an event that are left out of its report, because another image shows the same sticker and counts it (PD-93).
 * @param counted the images in the report
 */
export async function findLinkedStickers(
  tx: Transaction,
  projectSid: string,
  counted: readonly CountedImage[],
): Promise<Linked> {
  const images = new Map(counted.map((image) => [image.sid, image]));
  await lockPairs(tx, projectSid);
  const sids = await imagesOfPairs(tx, projectSid, images);
  // A search may still be waiting, for example after another detection was selected.
  for (const { image } of await findImages(tx, sids)) await refreshStickers(tx, image);
  const pairs = (await listPairsWithStatus(tx, projectSid, "same")).map(toPairRef);
  const results = await readStickersOf(tx, sids);
  const order = sids.flatMap((sid) => images.get(sid) ?? []).toSorted(compareReportOrder);
  const found = linkedStickers(
    pairs,
    order.map(({ sid }) => sid),
    (ref) => results.has(keyOf(ref)),
  );
  const linked = new Map<string, Set<number>>();
  for (const { imageSid, index } of found) linked.set(imageSid, (linked.get(imageSid) ?? new Set()).add(index));
  const describe = (ref: StickerRef) => ({
    name: images.get(ref.imageSid)?.name ?? "",
    code: results.get(keyOf(ref))?.code.value ?? "",
    quantity: results.get(keyOf(ref))?.quantity?.value ?? "",
  });
  const stickersCountedOnce = found.map((sticker) => {
    const { name, code, quantity } = describe(sticker);
    return { name, code, quantity, countedIn: describe(sticker.countedIn) };
  });
  return { linked, stickersCountedOnce };
}

const keyOf = ({ imageSid, index }: StickerRef): string => `${imageSid} ${index}`;

/** The counted images that are in a pair with the status `same`. */
async function imagesOfPairs(
  tx: Transaction,
  projectSid: string,
  images: ReadonlyMap<string, unknown>,
): Promise<string[]> {
  const pairs = await listPairsWithStatus(tx, projectSid, "same");
  const sids = new Set(pairs.flatMap(({ imageA, imageB }) => [imageA, imageB]));
  return [...sids].filter((sid) => images.has(sid));
}

/** The stickers in the report's detections that are not discarded. */
async function readStickersOf(tx: Transaction, sids: readonly string[]): Promise<Map<string, Result>> {
  const stickers = new Map<string, Result>();
  for (let from = 0; from < sids.length; from += IMAGES_PER_STATEMENT) {
    const read = await readReportResults(tx, sids.slice(from, from + IMAGES_PER_STATEMENT));
    for (const [imageSid, { results }] of read) {
      for (const [index, result] of results().entries()) {
        if (result.label === "sticker" && !result.discarded) stickers.set(keyOf({ imageSid, index }), result);
      }
    }
  }
  return stickers;
}
