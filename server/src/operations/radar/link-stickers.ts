import { compareReportOrder, linkedStickers } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { listPairsWithStatus, toPairRef } from "../../db/duplicates/pairs.ts";
import { listCountedStickers, setLinkedStickers } from "../../db/radar/linked-stickers.ts";

/**
 * Leaves stickers out of the count that another photo shows and counts (PD-93), the same ones as in the report.
 * @returns the codes whose counted stickers changed
 */
export async function linkStickers(tx: Transaction, projectSid: string): Promise<string[]> {
  const pairs = (await listPairsWithStatus(tx, projectSid, "same")).map(toPairRef);
  const counted = await listCountedStickers(
    tx,
    pairs.flatMap(({ a, b }) => [a, b]),
  );
  const isCounted = new Set(counted.flatMap(({ sid, positions }) => positions.map((index) => `${sid} ${index}`)));
  const order = counted.toSorted(compareReportOrder).map(({ sid }) => sid);
  const linked = linkedStickers(pairs, order, ({ imageSid, index }) => isCounted.has(`${imageSid} ${index}`));
  return setLinkedStickers(tx, projectSid, linked);
}
