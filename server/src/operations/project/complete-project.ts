import { COMPLETION_REASON, type Project, photosByUse, projectCan, reportHead, reportTitle } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { lockProject, projectState, readProject } from "../../db/projects/read.ts";
import { updateProject } from "../../db/projects/write.ts";
import { listAreaGaps } from "../../db/areas/gaps.ts";
import { findEventVersion } from "../../db/items/lists.ts";
import { acceptFindings } from "../../db/radar/findings.ts";
import { readRadarState } from "../../db/radar/state.ts";
import { insertReport } from "../../db/reports/rows.ts";
import { nextVersion } from "../../db/reports/read.ts";
import { readRejectedImages, readReportPhotos } from "../../db/reports/sources.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import { KeyedMutex } from "../../lib/keyed-mutex.ts";
import type { SignedInContext } from "../context.ts";
import { refreshRadar } from "../radar/refresh-radar.ts";
import { findLinkedStickers } from "../duplicate/linked-of-event.ts";
import { requireProject } from "./require-project.ts";
import { writeReportRows } from "../report/write-report-rows.ts";
import { recordChange } from "../record-change.ts";

export type CompletedProject = { project: Project; report: { sid: string; title: string } };

/**
 * Concurrent calls for one event wait here. Waiting for the row lock instead would hold a database connection each, for seconds with
 * a large event, until other requests get none.
 */
const mutex = new KeyedMutex();

/**
 * Creates the report and completes the event in one transaction (PD-8). The event's row is locked first: of twenty concurrent calls
 * one completes it and the others find it completed; edits of its images wait. Findings of the radar with a high impact that are still
 * open count as accepted by the person (PD-92). Without a radar that was computed before, it computes none.
 */
export async function completeProject(context: SignedInContext, slug: string): Promise<CompletedProject> {
  const { db } = context;
  const { sid: projectSid } = await requireProject(context, slug);
  if ((await readRadarState(db, projectSid)).state !== null) await refreshRadar(db, projectSid);
  return mutex.run(projectSid, () => db.transaction((tx) => complete(tx, context, projectSid)));
}

async function complete(
  tx: Transaction,
  { session, call }: SignedInContext,
  projectSid: string,
): Promise<CompletedProject> {
  const row = await lockProject(tx, projectSid, "update");
  const state = await projectState(tx, row);
  unwrapOrThrow(projectCan.complete(state, session.user));
  const version = await nextVersion(tx, projectSid);
  const report = { sid: newSid(), title: reportTitle(row.name, version) };
  const { counted, excluded } = photosByUse(await readReportPhotos(tx, projectSid));
  const { linked, stickersCountedOnce } = await findLinkedStickers(tx, projectSid, counted);
  const sum = await writeReportRows(tx, counted, report.sid, linked);
  const gaps = await listAreaGaps(tx, projectSid);
  const facts = {
    event: { sid: projectSid, name: row.name, slug: row.slug },
    version,
    generatedAt: new Date().toISOString(),
    generatedBy: { sid: session.user.sid, name: session.user.name },
    areasWithoutPhoto: gaps.filter(({ status }) => status === "not_taken").map(({ name }) => name),
    imagesWithoutArea:
      state.areas === 0 ? [] : counted.filter(({ areaSid }) => areaSid === null).map(({ name }) => name),
    imagesNotCounted: excluded.map(({ name, areaCode }) => ({ name, areaCode: areaCode ?? "" })),
    rejectedImages: await readRejectedImages(tx, projectSid),
    stickersCountedOnce,
  };
  const contents = reportHead(facts, sum);
  await insertReport(tx, { ...report, projectSid, version, contents, createdBy: session.user.sid });
  // Later imports do not change what the event was completed with.
  const itemVersionSid = (await findEventVersion(tx, projectSid))?.sid ?? null;
  await updateProject(tx, projectSid, { status: "completed", itemVersionSid });
  const changes = [{ projectSid, kind: "project" as const, sid: projectSid }];
  const accepted = await acceptFindings(tx, projectSid, {
    keys: "open-high",
    reason: COMPLETION_REASON,
    userSid: session.user.sid,
  });
  const details = { version, ...(accepted.length > 0 && { acceptedFindings: describeAccepted(accepted) }) };
  await recordChange(tx, call, { changes, details });
  return { project: await readProject(tx, projectSid), report };
}

/** Keys that the audit entry names; all are in the event's accepted findings. */
const MAX_NAMED_FINDINGS = 100;

const describeAccepted = (keys: readonly string[]): { count: number; keys: string[] } => ({
  count: keys.length,
  keys: keys.slice(0, MAX_NAMED_FINDINGS),
});
