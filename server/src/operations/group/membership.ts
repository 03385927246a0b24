import { groupIdsSchema, mergeGroups, sidSchema } from "@precount/domain";
import { z } from "zod";
import type { Transaction } from "../../db/connect.ts";
import {
  type ChangedGroups,
  type GroupChange,
  changeProjectGroups,
  changeUserGroups,
  lockGroups,
  readGroupNames,
} from "../../db/groups.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { recordChange } from "../record-change.ts";
import { recordAudit } from "../../audit/record-audit.ts";

const groupsInput = {
  groups: groupIdsSchema,
  /** The groups that the admin has seen. With them, groups that others have added or removed since stay so. */
  known: groupIdsSchema.optional(),
};
export const setUserGroupsInput = z.object({ sid: sidSchema, ...groupsInput });
export const setProjectGroupsInput = byProject.extend(groupsInput);

/** Sets a person's groups, and returns them. Their sessions stay: the next call is answered by the new groups. */
export async function setUserGroups(
  { db, call }: SignedInContext,
  { sid, groups, known }: z.infer<typeof setUserGroupsInput>,
): Promise<{ sid: string; groups: string[] }> {
  return db.transaction(async (tx) => {
    await requireGroups(tx, groups);
    const changed = await changeUserGroups(tx, sid, changeTo(groups, known));
    if (changed === null) throw notFound("user");
    await recordAudit(tx, call, { subject: { kind: "user", sid }, details: await detailsOf(tx, changed) });
    return { sid, groups: changed.after };
  });
}

/**
 * Sets an event's groups, and returns them. People who may not see it any more learn it at their next call, an open stream at its next
 * heartbeat.
 */
export async function setProjectGroups(
  context: SignedInContext,
  { project: { slug }, groups, known }: z.infer<typeof setProjectGroupsInput>,
): Promise<string[]> {
  const { sid } = await requireProject(context, slug);
  return context.db.transaction(async (tx) => {
    await requireGroups(tx, groups);
    const changed = await changeProjectGroups(tx, sid, changeTo(groups, known));
    if (changed === null) throw notFound("event");
    const changes = [{ projectSid: sid, kind: "project" as const, sid }];
    await recordChange(tx, context.call, { changes, details: await detailsOf(tx, changed) });
    return changed.after;
  });
}

const changeTo =
  (wanted: readonly string[], known: readonly string[] | undefined): GroupChange =>
  (before) =>
    mergeGroups(before, known ?? before, wanted);

/** For the audit log, with the names of the groups that a change adds and removes: a group may be deleted later. */
async function detailsOf(tx: Transaction, { before, after }: ChangedGroups) {
  const added = after.filter((sid) => !before.includes(sid));
  const removed = before.filter((sid) => !after.includes(sid));
  const names = await readGroupNames(tx, [...added, ...removed]);
  const nameOf = (sid: string): string => names.get(sid) ?? sid;
  return { groups: after, added: added.map(nameOf), removed: removed.map(nameOf) };
}

/** Locks the groups against deletion until the transaction ends. Throws NOT_FOUND if one does not exist. */
export async function requireGroups(tx: Transaction, groups: readonly string[]): Promise<void> {
  const locked = await lockGroups(tx, groups);
  if (!groups.every((id) => locked.has(id))) throw notFound("group");
}
