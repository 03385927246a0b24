import { type EvidenceLink, evidenceLinkState } from "@precount/domain";
import type { Queryable } from "./connect.ts";
import { and, desc, eq, gt, isNull, lt, sql } from "./drizzle.ts";
import { evidenceLinks, evidenceVisits } from "./schema/evidence.ts";
import { users } from "./schema/users.ts";

type LinkRow = typeof evidenceLinks.$inferSelect;
/** An open link, without its name and dates. */
export type OpenLink = Pick<LinkRow, "sid" | "reportSid" | "projectSid" | "secretHash" | "passcodeHash" | "expiresAt">;

const OPEN_LINK = {
  sid: evidenceLinks.sid,
  reportSid: evidenceLinks.reportSid,
  projectSid: evidenceLinks.projectSid,
  secretHash: evidenceLinks.secretHash,
  passcodeHash: evidenceLinks.passcodeHash,
  expiresAt: evidenceLinks.expiresAt,
};

const isOpen = and(isNull(evidenceLinks.revokedAt), gt(evidenceLinks.expiresAt, sql`now()`));

export async function insertEvidenceLink(tx: Queryable, row: typeof evidenceLinks.$inferInsert): Promise<void> {
  await tx.insert(evidenceLinks).values(row);
}

/** The links of a report, newest first; ended ones too. */
export async function listEvidenceLinks(db: Queryable, reportSid: string): Promise<EvidenceLink[]> {
  const rows = await db
    .select({ link: evidenceLinks, createdBy: users.name })
    .from(evidenceLinks)
    .innerJoin(users, eq(users.sid, evidenceLinks.createdBy))
    .where(eq(evidenceLinks.reportSid, reportSid))
    .orderBy(desc(evidenceLinks.createdAt), desc(evidenceLinks.sid));
  const now = new Date();
  return rows.map(({ link, createdBy }) => {
    const ends = { expiresAt: link.expiresAt.toISOString(), revokedAt: link.revokedAt?.toISOString() ?? null };
    return {
      sid: link.sid,
      name: link.name,
      createdAt: link.createdAt.toISOString(),
      createdBy,
      expiresAt: ends.expiresAt,
      revokedAt: ends.revokedAt,
      hasPasscode: link.passcodeHash !== null,
      opens: link.opens,
      lastOpenedAt: link.lastOpenedAt?.toISOString() ?? null,
      state: evidenceLinkState(ends, now),
    };
  });
}

/** Revokes an open link of a report and ends its visits; false if the report has no such open link. */
export async function revokeEvidenceLink(
  tx: Queryable,
  { sid, reportSid, by }: { sid: string; reportSid: string; by: string },
): Promise<boolean> {
  const revoked = await tx
    .update(evidenceLinks)
    .set({ revokedAt: sql`now()`, revokedBy: by })
    .where(and(eq(evidenceLinks.sid, sid), eq(evidenceLinks.reportSid, reportSid), isNull(evidenceLinks.revokedAt)))
    .returning({ sid: evidenceLinks.sid });
  await tx.delete(evidenceVisits).where(eq(evidenceVisits.linkSid, sid));
  return revoked.length > 0;
}

/** Whether a report has a link, open or ended. */
export async function hasEvidenceLink(
  db: Queryable,
  { sid, reportSid }: { sid: string; reportSid: string },
): Promise<boolean> {
  const rows = await db
    .select({ sid: evidenceLinks.sid })
    .from(evidenceLinks)
    .where(and(eq(evidenceLinks.sid, sid), eq(evidenceLinks.reportSid, reportSid)));
  return rows.length > 0;
}

/** Null if the link does not exist, has expired or is revoked. */
export async function findOpenLink(db: Queryable, sid: string): Promise<OpenLink | null> {
  const [row] = await db
    .select(OPEN_LINK)
    .from(evidenceLinks)
    .where(and(eq(evidenceLinks.sid, sid), isOpen));
  return row ?? null;
}

/** Stores a visit, counts it, and deletes visits that have ended. */
export async function insertVisit(tx: Queryable, row: typeof evidenceVisits.$inferInsert): Promise<void> {
  await tx.delete(evidenceVisits).where(lt(evidenceVisits.expiresAt, sql`now()`));
  await tx.insert(evidenceVisits).values(row);
  await tx
    .update(evidenceLinks)
    .set({ opens: sql`${evidenceLinks.opens} + 1`, lastOpenedAt: sql`now()` })
    .where(eq(evidenceLinks.sid, row.linkSid));
}

/** The link of a visit; null if the visit or the link has ended. */
export async function findVisitedLink(db: Queryable, secretHash: Buffer): Promise<OpenLink | null> {
  const [row] = await db
    .select(OPEN_LINK)
    .from(evidenceVisits)
    .innerJoin(evidenceLinks, eq(evidenceLinks.sid, evidenceVisits.linkSid))
    .where(and(eq(evidenceVisits.secretHash, secretHash), gt(evidenceVisits.expiresAt, sql`now()`), isOpen));
  return row ?? null;
}
