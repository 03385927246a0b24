import type { CheckAnswer, CheckJudgement, CheckOutcome } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, asc, eq, sql } from "../drizzle.ts";
import { blindChecks, blindCounts } from "../schema/blind-counts.ts";

export type CheckRow = typeof blindChecks.$inferSelect;

/** For how long a check is given to one person. Longer than a batch takes, also without a network for a while. */
const TAKEN_MINUTES = 20;

/** Gives a person open checks that they may answer: stickers before photos, which are another kind of work. */
export async function takeOpenChecks(
  tx: Queryable,
  given: { countSid: string; detectionSids: readonly string[]; userSid: string; limit: number },
): Promise<CheckRow[]> {
  const free = sql`(${blindChecks.takenUntil} is null or ${blindChecks.takenUntil} < now() or ${blindChecks.takenBy} = ${given.userSid})`;
  const chosen = tx
    .select({ sid: blindChecks.sid })
    .from(blindChecks)
    .where(
      and(
        eq(blindChecks.countSid, given.countSid),
        eq(blindChecks.status, "open"),
        sql`${blindChecks.detectionSid} = any(${sql.param([...given.detectionSids])}::text[])`,
        sql`not ${given.userSid} = any(${blindChecks.excluded})`,
        free,
      ),
    )
    .orderBy(sql`${blindChecks.position} is null`, asc(blindChecks.key))
    .limit(given.limit)
    .for("update", { skipLocked: true });
  const rows = await tx
    .update(blindChecks)
    .set({ takenBy: given.userSid, takenUntil: sql`now() + ${TAKEN_MINUTES} * interval '1 minute'` })
    .where(sql`${blindChecks.sid} in ${chosen}`)
    .returning();
  return rows.toSorted((a, b) => Number(a.position === null) - Number(b.position === null) || a.key - b.key);
}

/** Open checks that a person may answer, and disputed ones that they may decide. */
export async function countOwnChecks(
  tx: Queryable,
  { countSid, detectionSids, userSid }: { countSid: string; detectionSids: readonly string[]; userSid: string },
): Promise<{ toAnswer: number; toSettle: number }> {
  const { rows } = await tx.execute<{ toAnswer: number; toSettle: number }>(sql`
    select count(*) filter (where status = 'open' and not ${userSid} = any(excluded))::int as "toAnswer",
      count(*) filter (where status = 'disputed' and answered_by <> ${userSid})::int as "toSettle"
    from ${blindChecks} where count_sid = ${countSid} and status in ('open', 'disputed')
      and detection_sid = any(${sql.param([...detectionSids])}::text[])`);
  return rows[0] ?? { toAnswer: 0, toSettle: 0 };
}

/** The check and the event of its count. */
export async function findCheck(db: Queryable, sid: string): Promise<{ check: CheckRow; projectSid: string } | null> {
  const [row] = await db
    .select({ check: blindChecks, projectSid: blindCounts.projectSid })
    .from(blindChecks)
    .innerJoin(blindCounts, eq(blindCounts.sid, blindChecks.countSid))
    .where(eq(blindChecks.sid, sid));
  return row ?? null;
}

export async function lockCheck(tx: Queryable, sid: string): Promise<CheckRow | null> {
  const [row] = await tx.select().from(blindChecks).where(eq(blindChecks.sid, sid)).for("update");
  return row ?? null;
}

export async function storeAnswer(
  tx: Queryable,
  sid: string,
  given: { status: "agreed" | "disputed"; answer: CheckAnswer; userSid: string },
): Promise<void> {
  const { status, answer, userSid } = given;
  await tx
    .update(blindChecks)
    .set({ status, answer, answeredBy: userSid, answeredAt: new Date() })
    .where(eq(blindChecks.sid, sid));
}

export async function storeOutcome(
  tx: Queryable,
  sid: string,
  { outcome, judgement, userSid }: { outcome: CheckOutcome; judgement: CheckJudgement; userSid: string },
): Promise<void> {
  await tx
    .update(blindChecks)
    .set({ status: "settled", outcome, settledBy: userSid, settledAt: new Date(), ...judgement })
    .where(eq(blindChecks.sid, sid));
}

/** Disputed checks that a person may decide, the oldest first. */
export const listDisputed = (
  db: Queryable,
  given: { countSid: string; detectionSids: readonly string[]; userSid: string; limit: number },
): Promise<CheckRow[]> =>
  db
    .select()
    .from(blindChecks)
    .where(
      and(
        eq(blindChecks.countSid, given.countSid),
        eq(blindChecks.status, "disputed"),
        sql`${blindChecks.detectionSid} = any(${sql.param([...given.detectionSids])}::text[])`,
        sql`${blindChecks.answeredBy} <> ${given.userSid}`,
      ),
    )
    .orderBy(asc(blindChecks.answeredAt), asc(blindChecks.sid))
    .limit(given.limit);
