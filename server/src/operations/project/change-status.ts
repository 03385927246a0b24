import { type Project, type ProjectStatus, type ProjectVerb, projectCan, projectTransitions } from "@precount/domain";
import { type ProjectRow, lockProject, projectState, readProject, updateProject } from "../../db/projects.ts";
import { orRefuse } from "../../errors/app-error.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { visibleProject } from "./visible-project.ts";

/** Every verb but complete, which makes a report as well. */
type Verb = Exclude<ProjectVerb, "complete">;

/** One move of the event's status machine, by domain's table; the row is locked, so two people move it one after the other. */
export async function changeStatus({ db, session }: SignedInContext, slug: string, verb: Verb): Promise<Project> {
  const { sid } = await visibleProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const row = await lockProject(tx, sid, "update");
    orRefuse(projectCan[verb](await projectState(tx, row), session.user));
    await updateProject(tx, sid, {
      status: statusAfter(verb, row),
      statusBeforeArchive: verb === "archive" ? row.status : null,
    });
    await notifyChange(tx, { projectSid: sid, kind: "project", sid });
    return readProject(tx, sid);
  });
}

/** Recover goes back to what Archive remembered (decision 7). */
const statusAfter = (verb: Verb, row: ProjectRow): ProjectStatus =>
  (verb === "recover" ? row.statusBeforeArchive : null) ?? projectTransitions[verb].to;
