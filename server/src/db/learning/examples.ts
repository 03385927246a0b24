import type { ExampleCounts } from "@precount/domain";
import type { Queryable, Transaction } from "../connect.ts";
import { and, asc, eq, gt, or, sql } from "../drizzle.ts";
import { learningExamples } from "../schema/learning.ts";

/** All SQL about examples to learn from. */

export type ExampleRow = typeof learningExamples.$inferSelect;
export type NewExample = Omit<ExampleRow, "createdAt">;

/** Replaces the examples of an image. Two statements. */
export async function replaceExamples(tx: Transaction, imageSid: string, rows: readonly NewExample[]): Promise<void> {
  await tx.delete(learningExamples).where(eq(learningExamples.imageSid, imageSid));
  if (rows.length > 0) await tx.insert(learningExamples).values([...rows]);
}

/** Limits to the examples of events in a group; null means all. */
const inGroup = (group: string | null) =>
  group === null
    ? sql`true`
    : sql`${learningExamples.projectSid} in (select sid from projects where ${group} = any(groups))`;

const COUNTS = sql`
  count(*)::int as stickers,
  count(*) filter (where 'typed' in (code_origin, quantity_origin))::int as typed,
  count(*) filter (where 'blindChecked' in (code_origin, quantity_origin)
    and 'typed' not in (code_origin, quantity_origin))::int as "blindChecked",
  count(*) filter (where code_origin = 'unchanged' and quantity_origin = 'unchanged')::int as unchanged,
  count(*) filter (where is_held_out)::int as "heldOut"`;

const NOTHING: ExampleCounts = { stickers: 0, typed: 0, blindChecked: 0, unchanged: 0, heldOut: 0 };

/** The examples of a group, or with null all of them, each counted once. */
export async function countExamples(db: Queryable, group: string | null): Promise<ExampleCounts> {
  const { rows } = await db.execute<ExampleCounts>(
    sql`select ${COUNTS} from ${learningExamples} where ${inGroup(group)}`,
  );
  return rows[0] ?? NOTHING;
}

/** The examples by group. An example counts for each group of its event. */
export async function countExamplesByGroup(db: Queryable): Promise<Map<string, ExampleCounts>> {
  const { rows } = await db.execute<ExampleCounts & { group: string }>(sql`
    select "group", ${COUNTS} from ${learningExamples} e join projects p on p.sid = e.project_sid, unnest(p.groups) "group"
    group by "group"`);
  return new Map(rows.map(({ group, ...counts }) => [group, counts]));
}

/** Examples that were collected since a time; with null all. */
export const countExamplesSince = (db: Queryable, since: Date | null): Promise<number> =>
  db.$count(learningExamples, since === null ? undefined : gt(learningExamples.createdAt, since));

/** Deletes the examples of a group, or with null all. Returns their number; a trigger notes their files. */
export async function deleteExamples(tx: Transaction, group: string | null): Promise<number> {
  const { rowCount } = await tx.delete(learningExamples).where(inGroup(group));
  return rowCount ?? 0;
}

const BATCH = 1000;

/** The examples of a group, or with null all, in a fixed order, by keyset pagination. */
export async function* streamExamples(db: Queryable, group: string | null): AsyncGenerator<ExampleRow[]> {
  const { imageSid, position } = learningExamples;
  let last: { imageSid: string; position: number } = { imageSid: "", position: 0 };
  for (;;) {
    const after = or(gt(imageSid, last.imageSid), and(eq(imageSid, last.imageSid), gt(position, last.position)));
    const rows = await db
      .select()
      .from(learningExamples)
      .where(and(inGroup(group), after))
      .orderBy(asc(imageSid), asc(position))
      .limit(BATCH);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end;
  }
}

export async function findExample(db: Queryable, imageSid: string, position: number): Promise<ExampleRow | null> {
  const [row] = await db
    .select()
    .from(learningExamples)
    .where(and(eq(learningExamples.imageSid, imageSid), eq(learningExamples.position, position)));
  return row ?? null;
}
