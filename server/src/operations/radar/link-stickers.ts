import { linkedStickers } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { listPairsWithStatus, toPairRef } from "../../db/duplicates/pairs.ts";
import { listCountedStickers, setLinkedStickers } from "../../db/radar/linked-stickers.ts";

/**
 * Leaves stickers out of the radar that another photo shows and counts (PD-93). Which of equal stickers is left out matters only for
 * its evidence.
 * @returns the codes whose counted stickers changed
 */
export async function linkStickers(tx: Transaction, projectSid: string): Promise<string[]> {
  const pairs = (await listPairsWithStatus(tx, projectSid, "same")).map(toPairRef);
  const counted = await listCountedStickers(
    tx,
    pairs.flatMap(({ a, b }) => [a, b]),
  );
  const isCounted = new Set(counted.map(({ imageSid, index }) => `${imageSid} ${index}`));
  const order = [...new Set(counted.map(({ imageSid }) => imageSid))];
  const linked = linkedStickers(pairs, order, ({ imageSid, index }) => isCounted.has(`${imageSid} ${index}`));
  return setLinkedStickers(tx, projectSid, linked);
}
