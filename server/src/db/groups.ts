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

/** Null if there is no such group; "taken" if another group has the name. */
export async function renameGroup(
  tx: Transaction,
  sid: string,
  name: string,
): Promise<{ formerName: string } | "taken" | null> {
  const [group] = await tx.select().from(userGroups).where(eq(userGroups.sid, sid)).for("update");
  if (!group) return null;
  const [other] = await tx
    .select({ sid: userGroups.sid })
    .from(userGroups)
    .where(sql`lower(${userGroups.name}) = lower(${name}) and ${userGroups.sid} <> ${sid}`);
  if (other) return "taken";
  await tx.update(userGroups).set({ name }).where(eq(userGroups.sid, sid));
  return { formerName: group.name };
}

/** Deletes a group and removes it from all users and events. Returns its name, or null if there is no such group. */
export async function deleteGroup(tx: Transaction, sid: string): Promise<string | null> {
  const [deleted] = await tx.delete(userGroups).where(eq(userGroups.sid, sid)).returning({ name: userGroups.name });
  if (!deleted) return null;
  for (const table of [users, projects]) {
    await tx
      .update(table)
      .set({ groups: sql`array_remove(${table.groups}, ${sid})` })
      .where(sql`${sid} = any(${table.groups})`);
  }
  return deleted.name;
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

/** Names of groups by sid. */
export async function readGroupNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(userGroups)
          .where(inArray(userGroups.sid, [...ids]));
  return new Map([[EVERYONE, "Everyone"], ...rows.map(({ sid, name }) => [sid, name] as const)]);
}

/** A change of the groups of a user or an event: from the groups before to those after it. */
export type GroupChange = (before: readonly string[]) => string[];
export type ChangedGroups = { before: string[]; after: string[] };

/** Returns null if there is no such user. */
export async function changeUserGroups(
  tx: Transaction,
  userSid: string,
  change: GroupChange,
): Promise<ChangedGroups | null> {
  const isUser = eq(users.sid, userSid);
  const [row] = await tx.select({ groups: users.groups }).from(users).where(isUser).for("no key update");
  if (!row) return null;
  const after = change(row.groups);
  await tx.update(users).set({ groups: after }).where(isUser);
  return { before: row.groups, after };
}

/** Returns null if there is no such event. */
export async function changeProjectGroups(
  tx: Transaction,
  projectSid: string,
  change: GroupChange,
): Promise<ChangedGroups | null> {
  const isEvent = eq(projects.sid, projectSid);
  const [row] = await tx.select({ groups: projects.groups }).from(projects).where(isEvent).for("no key update");
  if (!row) return null;
  const after = change(row.groups);
  await tx.update(projects).set({ groups: after }).where(isEvent);
  return { before: row.groups, after };
}
