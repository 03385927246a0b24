import { COMPLETION_REASON, type Project, hasCertificate, projectCan, reportHead, reportTitle } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { insertCertificate } from "../../db/blind-counts/certificates.ts";
import { lockProject, projectState, readProject } from "../../db/projects/read.ts";
import { updateProject } from "../../db/projects/write.ts";
import { findEventVersion } from "../../db/items/lists.ts";
import { acceptFindings } from "../../db/radar/findings.ts";
import { readRadarState } from "../../db/radar/state.ts";
import { insertReport } from "../../db/reports/rows.ts";
import { nextVersion } from "../../db/reports/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";
import { newSid } from "../../lib/ids.ts";
import { KeyedMutex } from "../../lib/keyed-mutex.ts";
import type { SignedInContext } from "../context.ts";
import { refreshRadar } from "../radar/refresh-radar.ts";
import { refreshBlindCount, toCertificate } from "../blind-count/running-count.ts";
import { requireProject } from "./require-project.ts";
import { readReportSources } from "../report/report-sources.ts";
import { writeReportRows } from "../report/write-report-rows.ts";
import { sealReport } from "../seal/seal-report.ts";
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
  { session, call, config }: SignedInContext,
  projectSid: string,
): Promise<CompletedProject> {
  const row = await lockProject(tx, projectSid, "update");
  const state = await projectState(tx, row);
  unwrapOrThrow(projectCan.complete(state, session.user));
  const blindCount = await refreshBlindCount(tx, projectSid);
  unwrapOrThrow(hasCertificate(row.certificatePercent, blindCount?.figures ?? null));
  const version = await nextVersion(tx, projectSid);
  const report = { sid: newSid(), title: reportTitle(row.name, version) };
  const { counted, linked, facts } = await readReportSources(tx, projectSid, state.areas);
  const { sum, columns } = await writeReportRows(tx, counted, report.sid, linked);
  const person = { sid: session.user.sid, name: session.user.name };
  const event = { sid: projectSid, name: row.name, slug: row.slug };
  const generatedAt = new Date().toISOString();
  const contents = reportHead({ ...facts, event, version, generatedAt, generatedBy: person }, sum);
  await insertReport(tx, { ...report, projectSid, version, contents, createdBy: person.sid });
  const certificate = blindCount && (await toCertificate(tx, blindCount));
  if (certificate) await insertCertificate(tx, report.sid, certificate);
  const items = await findEventVersion(tx, projectSid);
  const seal = await sealReport(tx, {
    report,
    contents,
    columns,
    certificate,
    itemList: items && { sid: items.sid, version: items.version },
    imageSids: counted.map(({ sid }) => sid),
    address: config.publicUrl,
  });
  // Later imports do not change what the event was completed with.
  await updateProject(tx, projectSid, { status: "completed", itemVersionSid: items?.sid ?? null });
  const changes = [{ projectSid, kind: "project" as const, sid: projectSid }];
  const accepted = await acceptFindings(tx, projectSid, {
    keys: "open-high",
    reason: COMPLETION_REASON,
    userSid: person.sid,
  });
  // The chain of the audit log covers the seal, and the seal names the chain's end before it.
  const details = { version, closeCode: seal.closeCode, sealHash: seal.hash, ...describeAccepted(accepted) };
  await recordChange(tx, call, { changes, details });
  return { project: await readProject(tx, projectSid), report };
}

/** Keys that the audit entry names; all are in the event's accepted findings. */
const MAX_NAMED_FINDINGS = 100;

const describeAccepted = (keys: readonly string[]): { acceptedFindings?: { count: number; keys: string[] } } =>
  keys.length === 0 ? {} : { acceptedFindings: { count: keys.length, keys: keys.slice(0, MAX_NAMED_FINDINGS) } };
