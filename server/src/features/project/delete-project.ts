import { projectCan } from "@precount/domain";
import { deleteProject as deleteRow, lockProject, projectState } from "../../db/projects.ts";
import { orRefuse } from "../../errors.ts";
import type { SignedInContext } from "../../trpc/gate.ts";
import { notifyChange } from "../live/notify.ts";
import { visibleProject } from "./visible-project.ts";

/** Only an event without photos (decision 9). The lock keeps an upload from putting one in meanwhile. */
export async function deleteProject({ db, session }: SignedInContext, slug: string): Promise<{ slug: string }> {
  const found = await visibleProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const row = await lockProject(tx, found.sid, "update");
    orRefuse(projectCan.delete(await projectState(tx, row), session.user));
    await deleteRow(tx, row.sid);
    await notifyChange(tx, { projectSid: row.sid, kind: "project", sid: row.sid });
    return { slug: row.slug };
  });
}
