import { groupIdsSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import type { Transaction } from "../../db/connect.ts";
import {
  lockGroups,
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
    if (!(await writeUserGroups(tx, sid, groups))) throw notFound("user");
    await recordAudit(tx, call, { subject: { kind: "user", sid }, details: { groups } });
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
    await writeProjectGroups(tx, sid, groups);
    const changes = [{ projectSid: sid, kind: "project" as const, sid }];
    await recordChange(tx, context.call, { changes, details: { groups } });
  });
  return groups;
}

/** Locks the groups against deletion until the transaction ends. Throws NOT_FOUND if one does not exist. */
export async function requireGroups(tx: Transaction, groups: readonly string[]): Promise<void> {
  const locked = await lockGroups(tx, groups);
  if (!groups.every((id) => locked.has(id))) throw notFound("group");
}
