import { type Project, type ProjectStatus, type ProjectVerb, projectCan, projectTransitions } from "@precount/domain";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { lockProject, projectState, readProject } from "../../db/projects/read.ts";
import { reopenFindings } from "../../db/radar/findings.ts";
import { updateProject } from "../../db/projects/write.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { enqueueItemListApplication } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../context.ts";
import { requireProject } from "./require-project.ts";
import { recordChange } from "../record-change.ts";

/** Every verb but complete, which also creates a report. */
type Verb = Exclude<ProjectVerb, "complete">;

/** One transition of the event's status machine, by domain's table. The row is locked, so concurrent calls run in sequence. */
export async function changeProjectStatus(
  { db, session, call, queue }: SignedInContext,
  slug: string,
  verb: Verb,
): Promise<Project> {
  const { sid } = await requireProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const row = await lockProject(tx, sid, "update");
    unwrapOrThrow(projectCan[verb](await projectState(tx, row), session.user));
    await updateProject(tx, sid, {
      status: statusAfter(verb, row),
      statusBeforeArchive: verb === "archive" ? row.status : null,
      ...(verb === "reopen" && { itemVersionSid: null }),
    });
    // Findings that were accepted by completing it are open again.
    if (verb === "reopen") await reopenFindings(tx, sid, "by-completion");
    // The event uses its list's current version again.
    if (verb === "reopen" && row.itemVersionSid !== null) await enqueueItemListApplication(tx, queue, [sid]);
    await recordChange(tx, call, { changes: [{ projectSid: sid, kind: "project", sid }] });
    return readProject(tx, sid);
  });
}

/** Recover restores the status before Archive (PD-7). */
const statusAfter = (verb: Verb, row: ProjectRow): ProjectStatus =>
  (verb === "recover" ? row.statusBeforeArchive : null) ?? projectTransitions[verb].to;
