import { projectCan } from "@precount/domain";
import { deleteProject as deleteRow, lockProject, projectState } from "../../db/projects.ts";
import { listDocumentBlobs } from "../../db/tasks.ts";
import { orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { visibleProject } from "./visible-project.ts";

/** Only an event without photos (decision 9). The lock keeps an upload from putting one in meanwhile. */
export async function deleteProject(context: SignedInContext, slug: string): Promise<{ slug: string }> {
  const { db, session } = context;
  const found = await visibleProject({ db, session }, slug);
  let documents: string[] = [];
  const answer = await db.transaction(async (tx) => {
    const row = await lockProject(tx, found.sid, "update");
    orRefuse(projectCan.delete(await projectState(tx, row), session.user));
    documents = await listDocumentBlobs(tx, row.sid);
    await deleteRow(tx, row.sid);
    await notifyChange(tx, { projectSid: row.sid, kind: "project", sid: row.sid });
    return { slug: row.slug };
  });
  // Its document tasks went with it. With the database away the next start removes their files.
  for (const sha256 of documents) await removeUnreferenced(context, sha256).catch(() => undefined);
  return answer;
}
