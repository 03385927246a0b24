import { type Project, projectCan, reportHead, reportTitle } from "@precount/domain";
import { noteAudit } from "../../audit/audited.ts";
import type { ActiveSession } from "../../auth/sessions.ts";
import type { Transaction } from "../../db/connect.ts";
import { lockProject, projectState, readProject, updateProject } from "../../db/projects.ts";
import { listGaps } from "../../db/area-gaps.ts";
import { insertReport, nextVersion, readRejectedImages } from "../../db/reports.ts";
import { orRefuse } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import { Turnstiles } from "../../lib/semaphore.ts";
import type { SignedInContext } from "../../rpc/gate.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { visibleProject } from "./visible-project.ts";
import { writeReportRows } from "../report/write-report-rows.ts";

export type CompletedProject = { project: Project; report: { sid: string; title: string } };

/**
 * Of those who complete one event at once the later ones wait here: waiting for the event's row they would hold a connection
 * each, for seconds when it is a big one, and nobody else would be answered.
 */
const oneAtATime = new Turnstiles();

/**
 * The report is built and the status changes, or neither (decision 8). The event's row is locked first:
 * of twenty at once one completes it and the others find it completed; edits of its images wait.
 */
export async function completeProject({ db, session }: SignedInContext, slug: string): Promise<CompletedProject> {
  const { sid: projectSid } = await visibleProject({ db, session }, slug);
  return oneAtATime.pass(projectSid, () => db.transaction((tx) => complete(tx, session, projectSid)));
}

async function complete(tx: Transaction, session: ActiveSession, projectSid: string): Promise<CompletedProject> {
  const row = await lockProject(tx, projectSid, "update");
  orRefuse(projectCan.complete(await projectState(tx, row), session.user));
  const version = await nextVersion(tx, projectSid);
  noteAudit({ details: { version } });
  const report = { sid: newSid(), title: reportTitle(row.name, version) };
  const sum = await writeReportRows(tx, projectSid, report.sid);
  const gaps = await listGaps(tx, projectSid);
  const facts = {
    event: { sid: projectSid, name: row.name, slug: row.slug },
    version,
    generatedAt: new Date().toISOString(),
    generatedBy: { sid: session.user.sid, name: session.user.name },
    areasWithoutPhoto: gaps.filter(({ status }) => status === "not_taken").map(({ name }) => name),
    rejectedImages: await readRejectedImages(tx, projectSid),
  };
  const contents = reportHead(facts, sum);
  await insertReport(tx, { ...report, projectSid, version, contents, createdBy: session.user.sid });
  await updateProject(tx, projectSid, { status: "completed" });
  await notifyChange(tx, { projectSid, kind: "project", sid: projectSid });
  return { project: await readProject(tx, projectSid), report };
}
