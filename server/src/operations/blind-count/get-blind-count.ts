import type { Certificate } from "@precount/domain";
import { countOwnChecks } from "../../db/blind-counts/checks.ts";
import { findCertificate } from "../../db/blind-counts/certificates.ts";
import { type ErrorRate, readModelErrorRates, readPersonErrorRates } from "../../db/blind-counts/error-rates.ts";
import { findReportSummary } from "../../db/reports/summary.ts";
import { notFound } from "../../errors/app-error.ts";
import type { z } from "zod";
import type { SignedInContext } from "../context.ts";
import { requireProject } from "../project/require-project.ts";
import type { reportAddress } from "../report/report-views.ts";
import { refreshBlindCount, toCertificate } from "./running-count.ts";

/** The event's blind count with its certificate so far, and what the person can do; null without one. */
export type BlindCount = { certificate: Certificate; toAnswer: number; toSettle: number };

export async function getBlindCount({ db, session }: SignedInContext, slug: string): Promise<BlindCount | null> {
  const { sid } = await requireProject({ db, session }, slug);
  return db.transaction(async (tx) => {
    const running = await refreshBlindCount(tx, sid);
    if (!running) return null;
    const own = await countOwnChecks(tx, { ...running.counted, userSid: session.user.sid });
    return { certificate: await toCertificate(tx, running), ...own };
  });
}

/** The certificate of a report; null if the event had no blind count. */
export async function getCertificate(
  { db, session }: SignedInContext,
  { project, reportSid }: z.infer<typeof reportAddress>,
): Promise<Certificate | null> {
  const { sid } = await requireProject({ db, session }, project.slug);
  const report = await findReportSummary(db, sid, reportSid);
  if (!report) throw notFound("report");
  return findCertificate(db, report.sid);
}

export type ErrorRates = { people: ErrorRate[]; models: ErrorRate[] };

/** How often checked rows were wrong, by who validated them and which model read them. Of all blind counts of the event. */
export async function fetchErrorRates({ db, session }: SignedInContext, slug: string): Promise<ErrorRates> {
  const { sid } = await requireProject({ db, session }, slug);
  return { people: await readPersonErrorRates(db, sid), models: await readModelErrorRates(db, sid) };
}
