import {
  EVERYONE,
  type EventItemList,
  type ItemList,
  type ItemListChoice,
  type ItemListVersion,
} from "@precount/domain";
import { and, desc, eq, inArray, isNull, or, sql } from "../drizzle.ts";
import type { Queryable } from "../connect.ts";
import { userGroups } from "../schema/groups.ts";
import { itemLists, itemListVersions } from "../schema/items.ts";
import { projects } from "../schema/projects.ts";
import { users } from "../schema/users.ts";

/** Whose list it is: a group's, by its id, or an event's, by its sid. */
export type ListOwner = { groupId: string } | { projectSid: string };

const ofOwner = (owner: ListOwner) =>
  "groupId" in owner ? eq(itemLists.groupId, owner.groupId) : eq(itemLists.projectSid, owner.projectSid);

export type ListRow = typeof itemLists.$inferSelect;

export async function findList(db: Queryable, owner: ListOwner): Promise<ListRow | null> {
  const [row] = await db.select().from(itemLists).where(ofOwner(owner));
  return row ?? null;
}

/** Locks the owner's list until the transaction ends, and inserts it if it does not exist. */
export async function lockOrInsertList(tx: Queryable, sid: string, owner: ListOwner): Promise<ListRow> {
  await tx
    .insert(itemLists)
    .values({ sid, ...owner })
    .onConflictDoNothing();
  const [row] = await tx.select().from(itemLists).where(ofOwner(owner)).for("update");
  if (!row) throw new Error("an item list is missing after its insert");
  return row;
}

const VERSION = {
  sid: itemListVersions.sid,
  version: itemListVersions.version,
  createdAt: itemListVersions.createdAt,
  createdBy: users.name,
  fileName: itemListVersions.fileName,
  items: itemListVersions.itemCount,
  added: itemListVersions.addedCount,
  changed: itemListVersions.changedCount,
  removed: itemListVersions.removedCount,
};

const selectVersions = (db: Queryable) =>
  db.select(VERSION).from(itemListVersions).leftJoin(users, eq(users.sid, itemListVersions.createdBy));

const toVersion = (row: Omit<ItemListVersion, "createdAt"> & { createdAt: Date }): ItemListVersion => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** The versions of a list, newest first. */
async function listVersions(db: Queryable, listSid: string): Promise<ItemListVersion[]> {
  const rows = await selectVersions(db)
    .where(eq(itemListVersions.listSid, listSid))
    .orderBy(desc(itemListVersions.version));
  return rows.map(toVersion);
}

const nameOf = sql<string>`coalesce(${userGroups.name}, ${projects.name}, case when ${itemLists.groupId} = ${EVERYONE}
  then 'Everyone' else 'Deleted group' end)`;

const selectLists = (db: Queryable) =>
  db
    .select({
      sid: itemLists.sid,
      group: itemLists.groupId,
      name: nameOf,
      items: sql<number>`coalesce(${itemListVersions.itemCount}, 0)`,
    })
    .from(itemLists)
    .leftJoin(userGroups, eq(userGroups.sid, itemLists.groupId))
    .leftJoin(projects, eq(projects.sid, itemLists.projectSid))
    .leftJoin(
      itemListVersions,
      and(eq(itemListVersions.listSid, itemLists.sid), eq(itemListVersions.version, itemLists.currentVersion)),
    );

type ListUser = { sid: string | null; groups: readonly string[]; itemListSid: string | null };

/** The lists that an event can choose: those of its groups, its own, and the chosen one. `sid` is null before the event is created. */
export const listChoosableLists = (db: Queryable, { sid, groups, itemListSid }: ListUser): Promise<ItemListChoice[]> =>
  selectLists(db)
    .where(
      or(
        inArray(itemLists.groupId, [EVERYONE, ...groups]),
        sid === null ? undefined : eq(itemLists.projectSid, sid),
        itemListSid === null ? undefined : eq(itemLists.sid, itemListSid),
      ),
    )
    .orderBy(nameOf);

/** The item list of an event: the choices, the chosen one, and the version in use. */
export async function readEventItemList(
  db: Queryable,
  project: { sid: string; groups: readonly string[]; itemListSid: string | null; itemVersionSid: string | null },
): Promise<EventItemList> {
  const choices = await listChoosableLists(db, project);
  const versionSid = await findEventVersion(db, project.sid);
  const [version] = versionSid === null ? [] : await selectVersions(db).where(eq(itemListVersions.sid, versionSid.sid));
  return {
    chosen: project.itemListSid,
    choices,
    version: version ? toVersion(version) : null,
    isPinned: project.itemVersionSid !== null,
  };
}

/** The list of an owner with all its versions; null without one. */
export async function readItemList(db: Queryable, owner: ListOwner): Promise<ItemList | null> {
  const [row] = await selectLists(db).where(ofOwner(owner));
  if (!row) return null;
  const { items: _, ...list } = row;
  return { ...list, versions: await listVersions(db, row.sid) };
}

/** The item lists of groups, by group. */
export const listGroupLists = (db: Queryable, groupIds: readonly string[] | "all") =>
  selectLists(db)
    .where(groupIds === "all" ? isNull(itemLists.projectSid) : inArray(itemLists.groupId, [EVERYONE, ...groupIds]))
    .orderBy(nameOf);

export type EventVersion = { sid: string; version: number; itemCount: number };

/** The version that an event uses: the one it was completed with, else its list's current one. */
export async function findEventVersion(db: Queryable, projectSid: string): Promise<EventVersion | null> {
  const [row] = await db
    .select({ sid: itemListVersions.sid, version: itemListVersions.version, itemCount: itemListVersions.itemCount })
    .from(projects)
    .leftJoin(itemLists, eq(itemLists.sid, projects.itemListSid))
    .innerJoin(
      itemListVersions,
      sql`case when ${projects.itemVersionSid} is null
        then ${itemListVersions.listSid} = ${itemLists.sid} and ${itemListVersions.version} = ${itemLists.currentVersion}
        else ${itemListVersions.sid} = ${projects.itemVersionSid} end`,
    )
    .where(eq(projects.sid, projectSid));
  return row ?? null;
}

/** The version of a list by its number. */
export async function findVersion(db: Queryable, listSid: string, version: number): Promise<EventVersion | null> {
  const [row] = await db
    .select({ sid: itemListVersions.sid, version: itemListVersions.version, itemCount: itemListVersions.itemCount })
    .from(itemListVersions)
    .where(and(eq(itemListVersions.listSid, listSid), eq(itemListVersions.version, version)));
  return row ?? null;
}

/** The open events that use the current version of a list. */
export async function listOpenEventsUsing(db: Queryable, listSid: string): Promise<string[]> {
  const rows = await db
    .select({ sid: projects.sid })
    .from(projects)
    .where(
      and(
        eq(projects.itemListSid, listSid),
        isNull(projects.itemVersionSid),
        inArray(projects.status, ["active", "preview"]),
      ),
    );
  return rows.map(({ sid }) => sid);
}
