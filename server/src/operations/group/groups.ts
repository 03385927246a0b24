import { groupIdSchema, groupNameSchema, sidSchema } from "@precount/domain";
import { z } from "zod";
import { deleteGroup as deleteRow, hasGroup, insertGroup, renameGroup as renameRow } from "../../db/groups.ts";
import { PROJECT_SORTS, type ProjectList, listProjects } from "../../db/projects/list.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import type { SignedInContext } from "../context.ts";
import { paging } from "../inputs.ts";
import { recordAudit } from "../../audit/record-audit.ts";

/** A group other than `everyone`, which cannot be changed. */
export const byGroup = z.object({ sid: sidSchema });
export const createGroupInput = z.object({ name: groupNameSchema });
export const renameGroupInput = byGroup.extend({ name: groupNameSchema });

export const fetchGroupEventsInput = z.object({
  ...paging,
  sid: groupIdSchema,
  sort: z.enum(PROJECT_SORTS).default("-createdAt"),
});

type GroupName = { sid: string; name: string };

/** The events of a group that its count counts: also previews, and archived ones. */
export async function fetchGroupEvents(
  { db, session }: SignedInContext,
  { sid: groupId, ...query }: z.infer<typeof fetchGroupEventsInput>,
): Promise<ProjectList> {
  if (!(await hasGroup(db, groupId))) throw notFound("group");
  return listProjects(db, { ...query, groupId, isArchived: null, person: session.user });
}

export async function createGroup({ db, call }: SignedInContext, name: string): Promise<GroupName> {
  const group = { sid: newSid(), name };
  return db.transaction(async (tx) => {
    if (!(await insertGroup(tx, group))) throw nameTaken(name);
    await recordAudit(tx, call, { subject: { kind: "group", sid: group.sid }, details: { name } });
    return group;
  });
}

export async function renameGroup(
  { db, call }: SignedInContext,
  { sid, name }: z.infer<typeof renameGroupInput>,
): Promise<GroupName> {
  return db.transaction(async (tx) => {
    const renamed = await renameRow(tx, sid, name);
    if (renamed === null) throw notFound("group");
    if (renamed === "taken") throw nameTaken(name);
    await recordAudit(tx, call, { details: { name, formerName: renamed.formerName } });
    return { sid, name };
  });
}

/** Deletes a group. Events and people that were in no other group lose it: then only admins see those events. */
export async function deleteGroup({ db, call }: SignedInContext, sid: string): Promise<{ sid: string }> {
  return db.transaction(async (tx) => {
    const name = await deleteRow(tx, sid);
    if (name === null) throw notFound("group");
    await recordAudit(tx, call, { details: { name } });
    return { sid };
  });
}

const nameTaken = (name: string): AppError => new AppError("CONFLICT", `A group named ${name} already exists.`);
