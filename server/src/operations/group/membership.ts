import { groupIdsSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import type { Transaction } from "../../db/connect.ts";
import {
  lockGroups,
  readGroupNames,
  setProjectGroups as writeProjectGroups,
  setUserGroups as writeUserGroups,
} from "../../db/groups.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { recordChange } from "../record-change.ts";
import { recordAudit } from "../../audit/record-audit.ts";

export const setUserGroupsInput = z.object({ sid: sidSchema, groups: groupIdsSchema });
export const setProjectGroupsInput = byProject.extend({ groups: groupIdsSchema });

/** Sets a person's groups. Their sessions stay: the next call is answered by the new groups. */
export async function setUserGroups(
  { db, call }: SignedInContext,
  { sid, groups }: z.infer<typeof setUserGroupsInput>,
): Promise<{ sid: string; groups: string[] }> {
  await db.transaction(async (tx) => {
    await requireGroups(tx, groups);
    const before = await writeUserGroups(tx, sid, groups);
    if (before === null) throw notFound("user");
    const details = { groups, ...(await nameChanges(tx, before, groups)) };
    await recordAudit(tx, call, { subject: { kind: "user", sid }, details });
  });
  return { sid, groups };
}

/** Sets an event's groups. People who may not see it any more learn it at their next call, an open stream at its next heartbeat. */
export async function setProjectGroups(
  context: SignedInContext,
  { project: { slug }, groups }: z.infer<typeof setProjectGroupsInput>,
): Promise<string[]> {
  const { sid } = await requireProject(context, slug);
  await context.db.transaction(async (tx) => {
    await requireGroups(tx, groups);
    const before = await writeProjectGroups(tx, sid, groups);
    if (before === null) throw notFound("event");
    const changes = [{ projectSid: sid, kind: "project" as const, sid }];
    const details = { groups, ...(await nameChanges(tx, before, groups)) };
    await recordChange(tx, context.call, { changes, details });
  });
  return groups;
}

type GroupChanges = { added: string[]; removed: string[] };

/** The names of the groups that a change adds and removes, for the audit log: a group may be deleted later. */
async function nameChanges(
  tx: Transaction,
  before: readonly string[],
  after: readonly string[],
): Promise<GroupChanges> {
  const added = after.filter((sid) => !before.includes(sid));
  const removed = before.filter((sid) => !after.includes(sid));
  const names = await readGroupNames(tx, [...added, ...removed]);
  const nameOf = (sid: string): string => names.get(sid) ?? sid;
  return { added: added.map(nameOf), removed: removed.map(nameOf) };
}

/** Locks the groups against deletion until the transaction ends. Throws NOT_FOUND if one does not exist. */
export async function requireGroups(tx: Transaction, groups: readonly string[]): Promise<void> {
  const locked = await lockGroups(tx, groups);
  if (!groups.every((id) => locked.has(id))) throw notFound("group");
}
