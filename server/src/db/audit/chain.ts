import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { asc, desc, eq, gt, isNotNull, isNull, sql } from "../drizzle.ts";
import type { Database, Queryable, Transaction } from "../connect.ts";
import { auditEntries } from "../schema/audit.ts";
import type { AuditRow } from "./entries.ts";

/** Tries to lock the chain until the transaction ends. False while another process holds the lock. */
export async function tryLockChain(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.sealAudit}) as locked`,
  );
  return rows[0]?.locked ?? false;
}

export type ChainLink = { position: number; hash: Buffer };

/** The newest sealed entry. */
export async function readChainEnd(db: Queryable): Promise<ChainLink | null> {
  const [row] = await db
    .select({ position: auditEntries.position, hash: auditEntries.hash })
    .from(auditEntries)
    .where(sql`${auditEntries.position} is not null`)
    .orderBy(desc(auditEntries.position))
    .limit(1);
  return row?.position && row.hash ? { position: row.position, hash: row.hash } : null;
}

/** Committed entries that are not sealed yet, oldest first. */
export const readUnsealed = (db: Queryable, limit: number): Promise<AuditRow[]> =>
  db.select().from(auditEntries).where(isNull(auditEntries.position)).orderBy(asc(auditEntries.id)).limit(limit);

export type Seal = { id: number; position: number; previousHash: Buffer; hash: Buffer };

/** Stores all seals in one statement. */
export async function writeSeals(tx: Transaction, seals: readonly Seal[]): Promise<void> {
  const column = <T>(pick: (seal: Seal) => T) => sql.param(seals.map(pick));
  await tx.execute(sql`
    update ${auditEntries} set position = seal.position, previous_hash = seal.previous_hash, hash = seal.hash
    from unnest(
      ${column(({ id }) => id)}::bigint[],
      ${column(({ position }) => position)}::bigint[],
      ${column(({ previousHash }) => previousHash)}::bytea[],
      ${column(({ hash }) => hash)}::bytea[]
    ) as seal (id, position, previous_hash, hash)
    where ${auditEntries.id} = seal.id`);
}

/** Streams all sealed entries by position, one batch at a time. */
export async function* chainBatches(db: Database, size = 1000): AsyncGenerator<AuditRow[]> {
  for (let after: number | null = null; ;) {
    const rows: AuditRow[] = await db
      .select()
      .from(auditEntries)
      .where(after === null ? isNotNull(auditEntries.position) : gt(auditEntries.position, after))
      .orderBy(asc(auditEntries.position))
      .limit(size);
    if (rows.length > 0) yield rows;
    const last: number | null = rows.at(-1)?.position ?? null;
    if (rows.length < size || last === null) return;
    after = last;
  }
}

export type Unsealed = { count: number; oldestAt: Date | null };

export async function countUnsealed(db: Queryable): Promise<Unsealed> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, oldestAt: sql<string | null>`min(${auditEntries.at})` })
    .from(auditEntries)
    .where(isNull(auditEntries.position));
  return { count: row?.count ?? 0, oldestAt: row?.oldestAt ? new Date(row.oldestAt) : null };
}

/** The hash of the entry at a position of the chain; null if the position is not used. */
export async function findChainLink(db: Queryable, position: number): Promise<Buffer | null> {
  const [row] = await db
    .select({ hash: auditEntries.hash })
    .from(auditEntries)
    .where(eq(auditEntries.position, position));
  return row?.hash ?? null;
}
