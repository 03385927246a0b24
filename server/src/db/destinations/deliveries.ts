import { DELIVERY_DAYS, type Delivery, type DeliveryState, clampPage } from "@precount/domain";
import { newSid } from "../../lib/ids.ts";
import type { Queryable } from "../connect.ts";
import { type SQL, and, desc, eq, inArray, sql } from "../drizzle.ts";
import { deliveries, destinations } from "../schema/destinations.ts";

/** All SQL about deliveries. Triggers insert most of them (schema/destinations.ts). */

export type DeliveryRow = typeof deliveries.$inferSelect;

function toDelivery(row: DeliveryRow, destinationName: string): Delivery {
  return {
    sid: row.sid,
    destination: { sid: row.destinationSid, name: destinationName },
    type: row.type,
    target: row.target,
    // A check of the table allows these values only.
    state: row.state as DeliveryState,
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    responseStatus: row.responseStatus,
    error: row.error,
    elapsedMs: row.elapsedMs,
    sha256: row.sha256,
  };
}

const select = (db: Queryable, where: SQL | undefined) =>
  db
    .select({ row: deliveries, name: destinations.name })
    .from(deliveries)
    .innerJoin(destinations, eq(destinations.sid, deliveries.destinationSid))
    .where(where)
    .orderBy(desc(deliveries.createdAt), desc(deliveries.sid));

export type DeliveryPage = { deliveries: Delivery[]; total: number; page: number };

/** A page of a destination's log, newest first. */
export async function listDeliveries(
  db: Queryable,
  destinationSid: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<DeliveryPage> {
  const where = eq(deliveries.destinationSid, destinationSid);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(deliveries)
    .where(where);
  const total = counted?.total ?? 0;
  const shown = clampPage(page, pageSize, total);
  const rows = await select(db, where)
    .limit(pageSize)
    .offset((shown - 1) * pageSize);
  return { deliveries: rows.map(({ row, name }) => toDelivery(row, name)), total, page: shown };
}

/** The files of a report. */
export async function listReportDeliveries(db: Queryable, reportSid: string): Promise<Delivery[]> {
  const isFile = sql`${deliveries.type} like 'report.%' and ${deliveries.type} <> 'report.created'`;
  const rows = await select(db, and(eq(deliveries.subjectSid, reportSid), isFile));
  return rows.map(({ row, name }) => toDelivery(row, name));
}

export async function findDelivery(db: Queryable, sid: string): Promise<DeliveryRow | null> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.sid, sid));
  return row ?? null;
}

export async function lockDelivery(tx: Queryable, sid: string): Promise<DeliveryRow | null> {
  const [row] = await tx.select().from(deliveries).where(eq(deliveries.sid, sid)).for("update");
  return row ?? null;
}

/** Deliveries whose next attempt is due, the longest due first. Other workers skip them until the transaction ends. */
export const lockDue = (tx: Queryable, limit: number): Promise<DeliveryRow[]> =>
  tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.state, "waiting"), sql`${deliveries.nextAttemptAt} <= now()`))
    .orderBy(deliveries.nextAttemptAt)
    .limit(limit)
    .for("update", { skipLocked: true });

/**
 * Records that an attempt is in the queue. If no attempt ends within a quarter of an hour, which is longer than one may take, the job was
 * lost and another one is queued.
 */
export async function markQueued(tx: Queryable, sid: string, body: string | null): Promise<void> {
  await tx
    .update(deliveries)
    .set({
      queuedAt: sql`coalesce(${deliveries.queuedAt}, now())`,
      nextAttemptAt: sql`now() + interval '15 minutes'`,
      body,
    })
    .where(eq(deliveries.sid, sid));
}

export async function insertDelivery(
  tx: Queryable,
  given: Pick<DeliveryRow, "destinationSid" | "projectSid" | "type">,
): Promise<string> {
  const sid = newSid();
  await tx.insert(deliveries).values({ sid, ...given });
  return sid;
}

export async function updateDelivery(tx: Queryable, sid: string, change: Partial<DeliveryRow>): Promise<void> {
  await tx.update(deliveries).set(change).where(eq(deliveries.sid, sid));
}

/** Ends the deliveries of a destination that wait for an attempt. */
export async function failWaiting(tx: Queryable, destinationSid: string, error: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: "failed", queuedAt: sql`coalesce(${deliveries.queuedAt}, now())`, nextAttemptAt: null, error })
    .where(and(eq(deliveries.destinationSid, destinationSid), eq(deliveries.state, "waiting")));
}

/** Deletes old deliveries that are not waiting. */
export async function deleteOldDeliveries(db: Queryable): Promise<void> {
  const isOld = sql`${deliveries.createdAt} < now() - make_interval(days => ${DELIVERY_DAYS})`;
  await db.delete(deliveries).where(and(inArray(deliveries.state, ["delivered", "failed"]), isOld));
}
