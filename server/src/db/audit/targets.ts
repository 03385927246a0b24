import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import { asc, eq, gt, sql } from "../drizzle.ts";
import type { Transaction } from "../connect.ts";
import { auditEntries, auditTargets } from "../schema/audit.ts";
import type { AuditRow } from "./entries.ts";

/** Locks sending until the transaction ends. False while another process holds the lock. */
export async function tryLockSending(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.sendAudit}) as locked`,
  );
  return rows[0]?.locked ?? false;
}

/** The next sealed entries that the target has not accepted, in their order. */
export async function readUnsent(tx: Transaction, url: string, limit: number): Promise<AuditRow[]> {
  const [target] = await tx.select().from(auditTargets).where(eq(auditTargets.url, url));
  return tx
    .select()
    .from(auditEntries)
    .where(gt(auditEntries.position, target?.position ?? 0))
    .orderBy(asc(auditEntries.position))
    .limit(limit);
}

export async function recordSent(tx: Transaction, url: string, position: number): Promise<void> {
  await tx
    .insert(auditTargets)
    .values({ url, position })
    .onConflictDoUpdate({ target: auditTargets.url, set: { position } });
}
