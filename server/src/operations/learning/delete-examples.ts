import { groupIdSchema } from "@precount/domain";
import { z } from "zod";
import { recordAudit } from "../../audit/record-audit.ts";
import { hasGroup } from "../../db/groups.ts";
import { deleteExamples as deleteRows } from "../../db/learning/examples.ts";
import { notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { removeDroppedFiles } from "./remove-dropped-files.ts";

/** A group, or null for all examples. */
export const deleteExamplesInput = z.object({ group: groupIdSchema.nullable() });

/** Deletes the examples of a group's events, or all, with their files. Models that learned from them stay. */
export async function deleteExamples(
  context: SignedInContext,
  { group }: z.infer<typeof deleteExamplesInput>,
): Promise<{ deleted: number }> {
  const { db, call } = context;
  const deleted = await db.transaction(async (tx) => {
    if (group !== null && !(await hasGroup(tx, group))) throw notFound("group");
    const count = await deleteRows(tx, group);
    const subject = group === null ? { kind: "server", sid: "learning" } : { kind: "group", sid: group };
    await recordAudit(tx, call, { subject, details: { count } });
    return count;
  });
  // If this fails, housekeeping removes the files within the hour.
  await removeDroppedFiles(context).catch(() => undefined);
  return { deleted };
}
