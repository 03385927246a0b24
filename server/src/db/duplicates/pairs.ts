import type { PairRef, PairStatus } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, eq, inArray, or, sql } from "../drizzle.ts";
import { stickerPairs } from "../schema/duplicates.ts";

export type PairRow = typeof stickerPairs.$inferSelect;
export type NewPair = typeof stickerPairs.$inferInsert;

/** Serializes everything that writes the pairs of an event, until the transaction ends: the search and the decisions of people. */
export async function lockPairs(tx: Queryable, projectSid: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sticker_pairs'), hashtext(${projectSid}))`);
}

export const toPairRef = (row: Pick<PairRow, "imageA" | "positionA" | "imageB" | "positionB">): PairRef => ({
  a: { imageSid: row.imageA, index: row.positionA },
  b: { imageSid: row.imageB, index: row.positionB },
});

/** All pairs of an event with a status. */
export async function listPairsWithStatus(db: Queryable, projectSid: string, status: PairStatus): Promise<PairRow[]> {
  return db
    .select()
    .from(stickerPairs)
    .where(and(eq(stickerPairs.projectSid, projectSid), eq(stickerPairs.status, status)));
}

/** A hash of the pairs of an event with a status. It changes with each decision about them. */
export async function hashPairsWithStatus(db: Queryable, projectSid: string, status: PairStatus): Promise<string> {
  const { imageA, positionA, imageB, positionB } = stickerPairs;
  const pair = sql`concat_ws(' ', ${imageA}, ${positionA}, ${imageB}, ${positionB})`;
  const [row] = await db
    .select({ hash: sql<string>`md5(coalesce(string_agg(${pair}, ',' order by ${pair}), ''))` })
    .from(stickerPairs)
    .where(and(eq(stickerPairs.projectSid, projectSid), eq(stickerPairs.status, status)));
  return row?.hash ?? "";
}

export const listPairsOfImage = (db: Queryable, imageSid: string): Promise<PairRow[]> =>
  db
    .select()
    .from(stickerPairs)
    .where(or(eq(stickerPairs.imageA, imageSid), eq(stickerPairs.imageB, imageSid)));

/** Pairs of an event by sid; unknown ones are left out. */
export const findPairs = (db: Queryable, projectSid: string, sids: readonly string[]): Promise<PairRow[]> =>
  db
    .select()
    .from(stickerPairs)
    .where(and(eq(stickerPairs.projectSid, projectSid), inArray(stickerPairs.sid, [...sids])));

/** @param userSid null for a decision by the event's setting */
export async function setPairStatus(
  tx: Queryable,
  sids: readonly string[],
  status: PairStatus,
  userSid: string | null,
): Promise<void> {
  if (sids.length === 0) return;
  const isOpen = status === "suspected";
  await tx
    .update(stickerPairs)
    .set({ status, decidedAt: isOpen ? null : sql`now()`, decidedBy: isOpen ? null : userSid })
    .where(inArray(stickerPairs.sid, [...sids]));
}

export async function insertPairs(tx: Queryable, pairs: readonly NewPair[]): Promise<void> {
  if (pairs.length > 0) await tx.insert(stickerPairs).values([...pairs]);
}

export async function updatePair(tx: Queryable, sid: string, change: Partial<NewPair>): Promise<void> {
  await tx.update(stickerPairs).set(change).where(eq(stickerPairs.sid, sid));
}

export async function deletePairs(tx: Queryable, sids: readonly string[]): Promise<void> {
  if (sids.length > 0) await tx.delete(stickerPairs).where(inArray(stickerPairs.sid, [...sids]));
}

/** Whether no person has decided about a pair, so that the search may change or remove it. */
export const isUndecided = ({ status, decidedBy }: Pick<PairRow, "status" | "decidedBy">): boolean =>
  status === "suspected" || decidedBy === null;
