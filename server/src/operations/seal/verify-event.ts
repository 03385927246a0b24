import { REPORT_FIELDS, ReportAccumulator, type ReportRow, reportHead } from "@precount/domain";
import { findChainLink } from "../../db/audit/chain.ts";
import type { Queryable, Transaction } from "../../db/connect.ts";
import { findProject, projectState } from "../../db/projects/read.ts";
import { reportRowBatches } from "../../db/reports/rows.ts";
import { type SealRow, listSeals, readImageFiles } from "../../db/seals/seals.ts";
import { OperatorError } from "../../errors/operator-error.ts";
import { deriveReportRows } from "../report/derive-report-rows.ts";
import { readReportSources } from "../report/report-sources.ts";
import { digestOf } from "./canonical.ts";
import { checkStoredSeal } from "./check-stored-seal.ts";
import { type ComparedRows, compareWithFile } from "./compare-with-file.ts";
import { readAllRows } from "./report-files.ts";
import { toKnownSeal, toVerifiedReport } from "./seal-library.ts";
import { toSeal } from "./stored-seal.ts";
import type { VerifiedReport } from "@precount/domain";

export type VerifiedEvent = {
  versions: (VerifiedReport & { problems: string[] })[];
  /** The newest report derived again from images, detections and patches; null if the event is open and may have changed since. */
  derived: (ComparedRows & { problems: string[] }) | null;
};

/** Verifies all sealed reports of an event and their chain, and derives the newest one again. Throws OperatorError. */
export async function verifyEvent(tx: Transaction, slug: string): Promise<VerifiedEvent> {
  const project = await findProject(tx, slug);
  if (!project) throw new OperatorError(`There is no event ${slug}.`);
  const seals = await listSeals(tx, project.sid);
  const [newest] = seals;
  if (!newest) throw new OperatorError(`The event ${slug} has no sealed report.`);
  const versions = [];
  for (const seal of seals) {
    const problems = [...(await checkStoredSeal(tx, seal)), ...(await checkChain(tx, seal, seals))];
    versions.push({ ...toVerifiedReport(toKnownSeal(toSeal(seal), null)), problems });
  }
  const isFrozen = project.status === "completed" || project.status === "archived";
  const areas = (await projectState(tx, project)).areas;
  return { versions, derived: isFrozen ? await compareDerived(tx, newest, areas) : null };
}

/** Whether the seal's links to the version before and to the audit log are right. */
async function checkChain(db: Queryable, { statement }: SealRow, seals: readonly SealRow[]): Promise<string[]> {
  const { previous, audit } = statement;
  const problems: string[] = [];
  if (previous) {
    const before = seals.find((seal) => seal.statement.report.version === previous.version);
    if (before?.hash.toString("hex") !== previous.hash) {
      problems.push(`it follows a version ${previous.version} with another seal.`);
    }
  }
  if (audit) {
    const hash = await findChainLink(db, audit.position);
    if (hash?.toString("hex") !== audit.hash) {
      problems.push(`the audit log has another entry at position ${audit.position}.`);
    }
  }
  return problems;
}

async function compareDerived(
  tx: Transaction,
  seal: SealRow,
  areas: number,
): Promise<ComparedRows & { problems: string[] }> {
  const { event, report, completedAt, completedBy } = seal.statement;
  const { counted, linked, facts } = await readReportSources(tx, event.sid, areas);
  const sum = new ReportAccumulator();
  const derived: ReportRow[] = [];
  for await (const { rows } of deriveReportRows(tx, counted, sum, linked)) derived.push(...rows);
  const stored = await readAllRows(() => reportRowBatches(tx, seal.reportSid));
  const file = derived.map((row, at) => ({ line: at + 1, cells: REPORT_FIELDS.map((field) => row[field]) }));
  const head = reportHead(
    { ...facts, event, version: report.version, generatedAt: completedAt, generatedBy: completedBy },
    sum,
  );
  const files = await readImageFiles(
    tx,
    counted.map(({ sid }) => sid),
  );
  const { digests } = seal.statement;
  const problems: string[] = [];
  if (digestOf(head) !== digests.contents) problems.push("the totals or exceptions differ.");
  if (digestOf(files) !== digests.images) problems.push("the source images differ.");
  const { differences, count } = compareWithFile(REPORT_FIELDS, stored, file);
  return { differences, count, problems };
}
