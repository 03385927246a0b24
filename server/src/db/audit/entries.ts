import { escapeLike } from "../escape-like.ts";
import { type AuditEntry, type AuditFilters, MAX_AUDIT_COUNT, auditKindSchema, clampPage } from "@precount/domain";
import { type SQL, and, desc, eq, inArray, like, lt, or, sql } from "../drizzle.ts";
import { ADVISORY_LOCKS } from "../advisory-locks.ts";
import type { Queryable, Transaction } from "../connect.ts";
import { auditEntries } from "../schema/audit.ts";

export type AuditRow = typeof auditEntries.$inferSelect;

export type NewAuditEntry = Omit<typeof auditEntries.$inferInsert, "id" | "at" | "position" | "previousHash" | "hash">;

export async function insertAuditEntries(db: Queryable, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length > 0) await db.insert(auditEntries).values([...entries]);
}

/** Newest entries of a user that are searched: the search takes the same time in a log of any length. */
const MAX_SEARCHED_ENTRIES = 200;

/**
 * The refused calls of a user in the last `seconds`. Other transactions that ask the same wait until this one ends, so that only one
 * of several concurrent calls finds none.
 */
export async function lockRecentRefusals(tx: Transaction, actorSid: string, seconds: number): Promise<AuditRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.refusedReads}, hashtext(${actorSid}))`);
  const rows = await tx
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.actorSid, actorSid))
    .orderBy(desc(auditEntries.id))
    .limit(MAX_SEARCHED_ENTRIES);
  const since = Date.now() - seconds * 1000;
  return rows.filter(({ kind, at }) => kind === "refusal" && at.getTime() > since);
}

export type AuditPage = {
  items: AuditEntry[];
  /** Number of matching entries, at most MAX_AUDIT_COUNT. */
  total: number;
  page: number;
};

/** One page of entries, newest first. Always two statements. */
export async function listAudit(
  db: Queryable,
  filters: AuditFilters,
  paging: { page: number; pageSize: number },
): Promise<AuditPage> {
  const where = whereOf(filters);
  const counted = db
    .select({ one: sql`1` })
    .from(auditEntries)
    .where(where)
    .limit(MAX_AUDIT_COUNT)
    .as("counted");
  const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(counted);
  const total = count?.total ?? 0;
  const page = clampPage(paging.page, paging.pageSize, total);
  const rows = await db
    .select()
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditEntries.id))
    .limit(paging.pageSize)
    .offset((page - 1) * paging.pageSize);
  return { items: rows.map(toEntry), total, page };
}

function whereOf(filters: AuditFilters): SQL | undefined {
  const { kinds, action, actorSid, userSid, subjectSid, projectSid, from, until } = filters;
  return and(
    kinds?.length ? inArray(auditEntries.kind, kinds) : undefined,
    action === undefined ? undefined : like(auditEntries.action, `${escapeLike(action)}%`),
    actorSid === undefined ? undefined : eq(auditEntries.actorSid, actorSid),
    userSid === undefined ? undefined : or(eq(auditEntries.actorSid, userSid), eq(auditEntries.subjectSid, userSid)),
    // An entry about several subjects lists their sids in its details.
    subjectSid === undefined
      ? undefined
      : sql`(${auditEntries.subjectSid} = ${subjectSid} or jsonb_exists(${auditEntries.details} -> 'sids', ${subjectSid}))`,
    projectSid === undefined ? undefined : eq(auditEntries.projectSid, projectSid),
    from === undefined ? undefined : sql`${auditEntries.at} >= ${from}`,
    until === undefined ? undefined : lt(auditEntries.at, new Date(until)),
  );
}

const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  // A newer version may have written a kind that this version does not know.
  kind: auditKindSchema.catch("refusal").parse(row.kind),
  action: row.action,
  actor: row.actorSid === null ? null : { sid: row.actorSid, name: row.actorName ?? "" },
  credential: row.credential,
  address: row.address,
  subject: row.subjectSid === null ? null : { kind: row.subjectKind ?? "", sid: row.subjectSid },
  projectSid: row.projectSid,
  details: row.details,
  position: row.position,
});
