import type { Destination, DestinationInput } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { asc, eq, isNotNull, lte, sql } from "../drizzle.ts";
import type { ListOwner } from "../items/lists.ts";
import { destinations } from "../schema/destinations.ts";

/** All SQL about destinations. */

export type DestinationRow = typeof destinations.$inferSelect;

/** The former secret of a webhook while it still signs; null otherwise. */
export const formerSecretOf = ({
  formerSecret,
  formerSecretUntil,
}: Pick<DestinationRow, "formerSecret" | "formerSecretUntil">): Buffer | null =>
  formerSecretUntil !== null && formerSecretUntil > new Date() ? formerSecret : null;

export const toDestination = (row: DestinationRow): Destination => ({
  sid: row.sid,
  name: row.name,
  group: row.groupId,
  settings: row.settings,
  hasSecret: row.secret !== null,
  formerSecretUntil: formerSecretOf(row) === null ? null : (row.formerSecretUntil?.toISOString() ?? null),
  // A check of the table allows these values only.
  disabled: row.disabled as Destination["disabled"],
  failingSince: row.failingSince?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

const isOwnedBy = (owner: ListOwner) =>
  "projectSid" in owner ? eq(destinations.projectSid, owner.projectSid) : eq(destinations.groupId, owner.groupId);

/** The destinations of an owner; those of an event include the ones of its groups. */
export async function listDestinations(db: Queryable, owner: ListOwner): Promise<DestinationRow[]> {
  const isOfOwner =
    "projectSid" in owner
      ? sql`${destinations.projectSid} = ${owner.projectSid} or ${destinations.groupId} = any(
          select unnest(groups) from projects where sid = ${owner.projectSid})`
      : isOwnedBy(owner);
  return db.select().from(destinations).where(isOfOwner).orderBy(asc(destinations.createdAt), asc(destinations.sid));
}

export async function countDestinations(db: Queryable, owner: ListOwner): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(destinations)
    .where(isOwnedBy(owner));
  return row?.count ?? 0;
}

/** The destinations that were disabled after a day of failures. */
export async function countDisabledDestinations(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(destinations)
    .where(eq(destinations.disabled, "failures"));
  return row?.count ?? 0;
}

export async function findDestination(db: Queryable, sid: string): Promise<DestinationRow | null> {
  const [row] = await db.select().from(destinations).where(eq(destinations.sid, sid));
  return row ?? null;
}

export async function lockDestination(tx: Queryable, sid: string): Promise<DestinationRow | null> {
  const [row] = await tx.select().from(destinations).where(eq(destinations.sid, sid)).for("update");
  return row ?? null;
}

type NewDestination = Pick<DestinationInput, "name" | "settings"> & {
  sid: string;
  owner: ListOwner;
  secret: Buffer | null;
  createdBy: string;
};

export async function insertDestination(
  tx: Queryable,
  { owner, settings, ...rest }: NewDestination,
): Promise<DestinationRow> {
  const [row] = await tx
    .insert(destinations)
    .values({ ...owner, ...rest, settings, kind: settings.kind })
    .returning();
  if (!row) throw new Error("the new destination cannot be read");
  return row;
}

export async function updateDestination(
  tx: Queryable,
  sid: string,
  change: Partial<Omit<DestinationRow, "sid" | "groupId" | "projectSid" | "kind" | "createdAt" | "createdBy">>,
): Promise<void> {
  await tx.update(destinations).set(change).where(eq(destinations.sid, sid));
}

export async function deleteDestination(tx: Queryable, sid: string): Promise<void> {
  await tx.delete(destinations).where(eq(destinations.sid, sid));
}

/** Deletes the former secrets that sign no more. */
export async function deleteOldSecrets(db: Queryable): Promise<void> {
  await db
    .update(destinations)
    .set({ formerSecret: null, formerSecretUntil: null })
    .where(lte(destinations.formerSecretUntil, sql`now()`));
}

/** Every destination with a secret, locked for the rotation of keys. */
export const lockDestinationSecrets = (tx: Queryable): Promise<DestinationRow[]> =>
  tx.select().from(destinations).where(isNotNull(destinations.secret)).for("update");
