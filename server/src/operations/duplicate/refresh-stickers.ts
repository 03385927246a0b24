import { type Rect, representativeDetection, rotatedIou } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { listDetections } from "../../db/detections/read.ts";
import type { ImageRow } from "../../db/images/read.ts";
import { deletePairs, listPairsOfImage, updatePair } from "../../db/duplicates/pairs.ts";
import { type StoredSticker, readStickers, replaceStickers } from "../../db/duplicates/stickers.ts";

/** Boxes of two detections that overlap this much are of the same sticker. */
const MIN_IOU = 0.5;

/**
 * Stores the stickers of an image's representative detection. When that is another detection than before, the decisions about its
 * stickers are kept: each pair moves to the sticker of the new detection in the same place, and a pair without one ends.
 */
export async function refreshStickers(tx: Transaction, image: ImageRow): Promise<void> {
  const detections = await listDetections(tx, image.sid);
  const chosen = representativeDetection(detections.map(({ row }) => row));
  const detection = detections.find(({ row }) => row === chosen);
  const stickers = (detection?.results ?? []).flatMap((result, position) =>
    result.label === "sticker" && !result.discarded
      ? [{ position, code: result.code.value, quantity: result.quantity?.value ?? "", rect: result.rect }]
      : [],
  );
  const before = await readStickers(tx, image.sid);
  const detectionSid = detection?.row.sid ?? "";
  if (detection && before.some((sticker) => sticker.detectionSid !== detectionSid)) {
    await movePairs(tx, image.sid, before, { detectionSid, stickers });
  }
  await replaceStickers(tx, image, detectionSid, stickers);
}

async function movePairs(
  tx: Transaction,
  imageSid: string,
  before: readonly StoredSticker[],
  now: { detectionSid: string; stickers: readonly { position: number; rect: Rect }[] },
): Promise<void> {
  const pairs = await listPairsOfImage(tx, imageSid);
  const positions = new Map(
    before.flatMap((old) => {
      const found = now.stickers.find(({ rect }) => rotatedIou(rect, old.rect) >= MIN_IOU);
      return found ? [[old.position, found.position] as const] : [];
    }),
  );
  const gone: string[] = [];
  const moved: { sid: string; side: "A" | "B"; position: number }[] = [];
  for (const pair of pairs) {
    const side = pair.imageA === imageSid ? "A" : "B";
    if (pair[`detection${side}`] === now.detectionSid) continue;
    const position = positions.get(pair[`position${side}`]);
    if (position === undefined) gone.push(pair.sid);
    else moved.push({ sid: pair.sid, side, position });
  }
  await deletePairs(tx, gone);
  // Negative first: two pairs may exchange their positions, and each may exist once only.
  for (const { sid, side, position } of moved) await updatePair(tx, sid, { [`position${side}`]: -1 - position });
  for (const { sid, side, position } of moved) {
    await updatePair(tx, sid, { [`position${side}`]: position, [`detection${side}`]: now.detectionSid });
  }
}
