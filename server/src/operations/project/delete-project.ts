import { projectCan } from "@precount/domain";
import { deleteProject as deleteRow } from "../../db/projects/write.ts";
import { lockProject, projectState } from "../../db/projects/read.ts";
import { listDocumentBlobs } from "../../db/tasks/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";
import { requireProject } from "./require-project.ts";
import { recordChange } from "../record-change.ts";

/** Deletes an event without images (PD-9). The lock blocks uploads meanwhile. */
export async function deleteProject(context: SignedInContext, slug: string): Promise<{ slug: string }> {
  const { db, session, call } = context;
  const found = await requireProject({ db, session }, slug);
  let documents: string[] = [];
  const result = await db.transaction(async (tx) => {
    const row = await lockProject(tx, found.sid, "update");
    unwrapOrThrow(projectCan.delete(await projectState(tx, row), session.user));
    documents = await listDocumentBlobs(tx, row.sid);
    await deleteRow(tx, row.sid);
    const changes = [{ projectSid: row.sid, kind: "project" as const, sid: row.sid }];
    await recordChange(tx, call, { changes, details: { name: row.name } });
    return { slug: row.slug };
  });
  // The document tasks were deleted with the event. If this fails, the next start removes their files.
  for (const sha256 of documents) await removeUnreferenced(context, sha256).catch(() => undefined);
  return result;
}
