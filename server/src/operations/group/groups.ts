import { groupNameSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { noteAudit } from "../../audit/audited.ts";
import { deleteGroup as deleteRow, insertGroup, renameGroup as renameRow } from "../../db/groups.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import type { SignedInContext } from "../../rpc/gate.ts";

/** Not everyone's, which is nobody's to change. */
export const byGroup = z.object({ sid: sidSchema });
export const createGroupInput = z.object({ name: groupNameSchema });
export const renameGroupInput = byGroup.extend({ name: groupNameSchema });

type GroupName = { sid: string; name: string };

export async function createGroup({ db }: SignedInContext, name: string): Promise<GroupName> {
  const group = { sid: newSid(), name };
  noteAudit({ subject: { kind: "group", sid: group.sid } });
  if (!(await insertGroup(db, group))) throw taken(name);
  return group;
}

export async function renameGroup(
  { db }: SignedInContext,
  { sid, name }: z.infer<typeof renameGroupInput>,
): Promise<GroupName> {
  const isDone = await db.transaction((tx) => renameRow(tx, sid, name));
  if (isDone === null) throw notFound("group");
  if (!isDone) throw taken(name);
  return { sid, name };
}

/** What was in no other group is seen by admins alone from then on. */
export async function deleteGroup({ db }: SignedInContext, sid: string): Promise<{ sid: string }> {
  if (!(await db.transaction((tx) => deleteRow(tx, sid)))) throw notFound("group");
  return { sid };
}

const taken = (name: string): AppError => new AppError("CONFLICT", `There is a group called ${name} already.`);
