import { groupNameSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { deleteGroup as deleteRow, insertGroup, renameGroup as renameRow } from "../../db/groups.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import type { SignedInContext } from "../context.ts";
import { recordAudit } from "../../audit/record-audit.ts";

/** A group other than `everyone`, which cannot be changed. */
export const byGroup = z.object({ sid: sidSchema });
export const createGroupInput = z.object({ name: groupNameSchema });
export const renameGroupInput = byGroup.extend({ name: groupNameSchema });

type GroupName = { sid: string; name: string };

export async function createGroup({ db, call }: SignedInContext, name: string): Promise<GroupName> {
  const group = { sid: newSid(), name };
  return db.transaction(async (tx) => {
    if (!(await insertGroup(tx, group))) throw nameTaken(name);
    await recordAudit(tx, call, { subject: { kind: "group", sid: group.sid } });
    return group;
  });
}

export async function renameGroup(
  { db, call }: SignedInContext,
  { sid, name }: z.infer<typeof renameGroupInput>,
): Promise<GroupName> {
  return db.transaction(async (tx) => {
    const isRenamed = await renameRow(tx, sid, name);
    if (isRenamed === null) throw notFound("group");
    if (!isRenamed) throw nameTaken(name);
    await recordAudit(tx, call);
    return { sid, name };
  });
}

/** Deletes a group. Events and people that were in no other group lose it: then only admins see those events. */
export async function deleteGroup({ db, call }: SignedInContext, sid: string): Promise<{ sid: string }> {
  return db.transaction(async (tx) => {
    if (!(await deleteRow(tx, sid))) throw notFound("group");
    await recordAudit(tx, call);
    return { sid };
  });
}

const nameTaken = (name: string): AppError => new AppError("CONFLICT", `A group named ${name} already exists.`);
