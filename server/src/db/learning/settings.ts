import { EVERYONE, type LearningSettings } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { eq, sql } from "../drizzle.ts";
import { userGroups } from "../schema/groups.ts";
import { learningSettings } from "../schema/learning.ts";

/** All SQL about the settings of learning, and the switches of groups. */

type StoredSettings = LearningSettings & { collectsFromEveryone: boolean };

const DEFAULTS: StoredSettings = {
  collectsFromEveryone: false,
  startsAutomatically: false,
  promotesAutomatically: false,
};

export async function readLearningSettings(db: Queryable): Promise<StoredSettings> {
  const [row] = await db.select().from(learningSettings);
  if (!row) return DEFAULTS;
  const { collectsFromEveryone, startsAutomatically, promotesAutomatically } = row;
  return { collectsFromEveryone, startsAutomatically, promotesAutomatically };
}

export async function writeLearningSettings(db: Queryable, change: Partial<StoredSettings>): Promise<void> {
  const values = { ...DEFAULTS, ...change };
  await db.insert(learningSettings).values(values).onConflictDoUpdate({ target: learningSettings.isOnly, set: change });
}

/** Switches collecting on or off. False if there is no such group. */
export async function setGroupCollects(db: Queryable, group: string, collects: boolean): Promise<boolean> {
  if (group === EVERYONE) {
    await writeLearningSettings(db, { collectsFromEveryone: collects });
    return true;
  }
  const { rowCount } = await db.update(userGroups).set({ collectsExamples: collects }).where(eq(userGroups.sid, group));
  return rowCount === 1;
}

/** The groups other than `everyone` that collect. */
export async function listCollectingGroups(db: Queryable): Promise<Set<string>> {
  const rows = await db.select({ sid: userGroups.sid }).from(userGroups).where(eq(userGroups.collectsExamples, true));
  return new Set(rows.map(({ sid }) => sid));
}

/** Returns the sids of the given images that are approved and in an event whose groups collect examples, in order. */
export async function listImagesToCollect(db: Queryable, imageSids: readonly string[]): Promise<string[]> {
  if (imageSids.length === 0) return [];
  const { rows } = await db.execute<{ sid: string }>(sql`
    select i.sid from images i join projects p on p.sid = i.project_sid
    where i.sid = any(${sql.param([...imageSids])}::text[]) and i.status = 'approved' and (
      exists (select 1 from groups g where g.collects_examples and g.sid = any(p.groups))
      or (${EVERYONE} = any(p.groups) and exists (select 1 from learning_settings where collects_from_everyone)))
    order by i.sid`);
  return rows.map(({ sid }) => sid);
}
