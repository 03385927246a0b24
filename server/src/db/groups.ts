import { EVERYONE, type Group } from "@precount/domain";
import { asc, eq, inArray, sql } from "./drizzle.ts";
import type { Queryable, Transaction } from "./connect.ts";
import { userGroups } from "./schema/groups.ts";
import { projects } from "./schema/projects.ts";
import { users } from "./schema/users.ts";

/** All SQL about groups. */

/** All groups with their member counts: `everyone` first, then by name. */
export async function listGroups(db: Queryable): Promise<Group[]> {
  const [people, events] = [await countMembers(db, users), await countMembers(db, projects)];
  const rows = await db
    .select({ sid: userGroups.sid, name: userGroups.name })
    .from(userGroups)
    .orderBy(asc(sql`lower(${userGroups.name})`));
  return [{ sid: EVERYONE, name: "Everyone" }, ...rows].map(({ sid, name }) => ({
    sid,
    name,
    users: people.get(sid) ?? 0,
    events: events.get(sid) ?? 0,
  }));
}

async function countMembers(db: Queryable, table: typeof users | typeof projects): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ group: string; count: number }>(
    sql`select "group", count(*)::int as count from ${table}, unnest(${table.groups}) "group" group by "group"`,
  );
  return new Map(rows.map(({ group, count }) => [group, count]));
}

/** The sid of a group by its name, ignoring case; null without one. */
export async function findGroupByName(db: Queryable, name: string): Promise<string | null> {
  const [row] = await db
    .select({ sid: userGroups.sid })
    .from(userGroups)
    .where(sql`lower(${userGroups.name}) = lower(${name})`);
  return row?.sid ?? null;
}

export async function hasGroup(db: Queryable, id: string): Promise<boolean> {
  return id === EVERYONE || (await db.$count(userGroups, eq(userGroups.sid, id))) > 0;
}

/** False if a group with this name exists; names are case-insensitive. */
export async function insertGroup(db: Queryable, row: { sid: string; name: string }): Promise<boolean> {
  const { rowCount } = await db.insert(userGroups).values(row).onConflictDoNothing();
  return rowCount === 1;
}

/** Null if there is no such group; false if another group has the name. */
export async function renameGroup(tx: Transaction, sid: string, name: string): Promise<boolean | null> {
  const [group] = await tx.select().from(userGroups).where(eq(userGroups.sid, sid)).for("update");
  if (!group) return null;
  const [other] = await tx
    .select({ sid: userGroups.sid })
    .from(userGroups)
    .where(sql`lower(${userGroups.name}) = lower(${name}) and ${userGroups.sid} <> ${sid}`);
  if (other) return false;
  await tx.update(userGroups).set({ name }).where(eq(userGroups.sid, sid));
  return true;
}

/** Deletes a group and removes it from all users and events. False if there is no such group. */
export async function deleteGroup(tx: Transaction, sid: string): Promise<boolean> {
  const { rowCount } = await tx.delete(userGroups).where(eq(userGroups.sid, sid));
  if (rowCount !== 1) return false;
  for (const table of [users, projects]) {
    await tx
      .update(table)
      .set({ groups: sql`array_remove(${table.groups}, ${sid})` })
      .where(sql`${sid} = any(${table.groups})`);
  }
  return true;
}

/** Returns which of the groups exist, locked until the transaction ends. */
export async function lockGroups(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const requested = ids.filter((id) => id !== EVERYONE);
  const rows =
    requested.length === 0
      ? []
      : await tx
          .select({ sid: userGroups.sid })
          .from(userGroups)
          .where(inArray(userGroups.sid, requested))
          .orderBy(asc(userGroups.sid))
          .for("key share");
  return new Set([EVERYONE, ...rows.map(({ sid }) => sid)]);
}

/** False if there is no such user. */
export async function setUserGroups(tx: Transaction, userSid: string, groups: string[]): Promise<boolean> {
  const { rowCount } = await tx.update(users).set({ groups }).where(eq(users.sid, userSid));
  return rowCount === 1;
}

export async function setProjectGroups(tx: Transaction, projectSid: string, groups: string[]): Promise<void> {
  await tx.update(projects).set({ groups }).where(eq(projects.sid, projectSid));
}
