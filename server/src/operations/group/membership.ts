import { groupIdsSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import type { Transaction } from "../../db/connect.ts";
import {
  holdGroups,
  setProjectGroups as writeProjectGroups,
  setUserGroups as writeUserGroups,
} from "../../db/groups.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { byProject } from "../inputs.ts";
import { visibleProject } from "../project/visible-project.ts";

export const setUserGroupsInput = z.object({ sid: sidSchema, groups: groupIdsSchema });
export const setProjectGroupsInput = byProject.extend({ groups: groupIdsSchema });

/** The next thing the person asks for is answered by it: no session ends. */
export async function setUserGroups(
  { db }: SignedInContext,
  { sid, groups }: z.infer<typeof setUserGroupsInput>,
): Promise<{ sid: string; groups: string[] }> {
  noteAudit({ subject: { kind: "user", sid }, details: { groups } });
  await db.transaction(async (tx) => {
    await mustExist(tx, groups);
    if (!(await writeUserGroups(tx, sid, groups))) throw notFound("user");
  });
  return { sid, groups };
}

/** Whoever does not see the event any more is told with the next thing they ask for, an open stream within its next beat. */
export async function setProjectGroups(
  context: SignedInContext,
  { project: { slug }, groups }: z.infer<typeof setProjectGroupsInput>,
): Promise<string[]> {
  const { sid } = await visibleProject(context, slug);
  noteAudit({ details: { groups } });
  await context.db.transaction(async (tx) => {
    await mustExist(tx, groups);
    await writeProjectGroups(tx, sid, groups);
    await notifyChange(tx, { projectSid: sid, kind: "project", sid });
  });
  return groups;
}

async function mustExist(tx: Transaction, groups: readonly string[]): Promise<void> {
  const held = await holdGroups(tx, groups);
  if (!groups.every((id) => held.has(id))) throw notFound("group");
}
