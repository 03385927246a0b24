import { type LearningRun, type LearningRunState, LEARNING_RUN_STATES, learningRunTransitions } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { desc, eq, inArray, sql } from "../drizzle.ts";
import { learningRuns } from "../schema/learning.ts";
import { users } from "../schema/users.ts";

/** All SQL about training runs. */

export type LearningRunRow = typeof learningRuns.$inferSelect;

const UNFINISHED = LEARNING_RUN_STATES.filter((state) =>
  learningRunTransitions.cancel.from.some((from) => from === state),
);

const selectRuns = (db: Queryable) =>
  db
    .select({ row: learningRuns, name: users.name })
    .from(learningRuns)
    .leftJoin(users, eq(users.sid, learningRuns.startedBy));

const toRun = ({ row, name }: { row: LearningRunRow; name: string | null }): LearningRun => ({
  sid: row.sid,
  state: row.state,
  groupSid: row.groupSid,
  startedBy: row.startedBy === null ? null : { sid: row.startedBy, name: name ?? "" },
  progress: row.progress,
  modelSid: row.modelSid,
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
});

/** The latest 50 runs, newest first. */
export async function listLearningRuns(db: Queryable): Promise<LearningRun[]> {
  const rows = await selectRuns(db).orderBy(desc(learningRuns.createdAt), desc(learningRuns.sid)).limit(50);
  return rows.map(toRun);
}

/** The run that is queued or running. */
export async function findUnfinishedRun(db: Queryable): Promise<LearningRun | null> {
  const [row] = await selectRuns(db).where(inArray(learningRuns.state, UNFINISHED));
  return row ? toRun(row) : null;
}

export async function readLearningRun(db: Queryable, sid: string): Promise<LearningRun | null> {
  const [row] = await selectRuns(db).where(eq(learningRuns.sid, sid));
  return row ? toRun(row) : null;
}

export async function findRunState(db: Queryable, sid: string): Promise<LearningRunState | null> {
  const [row] = await db.select({ state: learningRuns.state }).from(learningRuns).where(eq(learningRuns.sid, sid));
  return row?.state ?? null;
}

/** The start of the last run that was not canceled; null without such a run. */
export async function findLastRunTime(db: Queryable): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(created_at)::text as at from ${learningRuns} where state <> 'canceled'`,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
}

/** Locks a run until the transaction ends. */
export async function lockLearningRun(tx: Queryable, sid: string): Promise<LearningRunRow | null> {
  const [row] = await tx.select().from(learningRuns).where(eq(learningRuns.sid, sid)).for("update");
  return row ?? null;
}

/** False if another run is unfinished. */
export async function insertLearningRun(
  tx: Queryable,
  run: { sid: string; groupSid: string | null; startedBy: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.insert(learningRuns).values(run).onConflictDoNothing();
  return rowCount === 1;
}

type RunChange = Partial<Omit<LearningRunRow, "sid" | "createdAt" | "startedBy" | "groupSid">>;

export async function updateLearningRun(tx: Queryable, sid: string, change: RunChange): Promise<void> {
  await tx.update(learningRuns).set(change).where(eq(learningRuns.sid, sid));
}
