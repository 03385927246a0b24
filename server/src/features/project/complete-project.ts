import { type Project, projectCan, reportContents, reportTitle } from "@precount/domain";
import { lockProject, projectState, readProject, updateProject } from "../../db/projects.ts";
import {
  insertReport,
  nextVersion,
  readAreasWithoutPhoto,
  readRejectedImages,
  readReportImages,
} from "../../db/reports.ts";
import { orRefuse } from "../../errors.ts";
import { newSid } from "../../lib/ids.ts";
import type { SignedInContext } from "../../trpc/gate.ts";
import { notifyChange } from "../live/notify.ts";
import { visibleProject } from "./visible-project.ts";

export type CompletedProject = { project: Project; report: { sid: string; title: string } };

/**
 * The report is built and the status changes, or neither (decision 8). The event's row is locked first:
 * of twenty at once one completes it and the others find it completed; edits of its images wait.
 */
export async function completeProject({ db, session }: SignedInContext, slug: string): Promise<CompletedProject> {
  const { sid: projectSid } = await visibleProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const row = await lockProject(tx, projectSid, "update");
    orRefuse(projectCan.complete(await projectState(tx, row), session.user));
    const version = await nextVersion(tx, projectSid);
    const contents = reportContents({
      event: { sid: projectSid, name: row.name, slug: row.slug },
      version,
      generatedAt: new Date().toISOString(),
      generatedBy: { sid: session.user.sid, name: session.user.name },
      images: await readReportImages(tx, projectSid),
      areasWithoutPhoto: await readAreasWithoutPhoto(tx, projectSid),
      rejectedImages: await readRejectedImages(tx, projectSid),
    });
    const report = { sid: newSid(), title: reportTitle(row.name, version) };
    await insertReport(tx, { ...report, projectSid, version, contents, createdBy: session.user.sid });
    await updateProject(tx, projectSid, { status: "completed" });
    await notifyChange(tx, { projectSid, kind: "project", sid: projectSid });
    return { project: await readProject(tx, projectSid), report };
  });
}
