import { VARIANCE_BASES, type VarianceBasis } from "@precount/domain";
import { z } from "zod";
import { findEventVersion } from "../../db/items/lists.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { findReportSummary } from "../../db/reports/summary.ts";
import { readItemQuantities } from "../../db/variance/item-quantities.ts";
import { findNewestReport } from "../../db/variance/previous-event.ts";
import type { CountSource, VarianceScope } from "../../db/variance/scope.ts";
import { AppError, notFound } from "../../errors/app-error.ts";
import type { SignedInContext } from "../context.ts";
import { byProject } from "../inputs.ts";
import { requireProject } from "../project/require-project.ts";
import { refreshRadar } from "../radar/refresh-radar.ts";

type Context = Pick<SignedInContext, "db" | "session">;

/** An event's variance: of its current results, or of one of its reports. */
export const varianceInput = byProject.extend({
  reportSid: z.string().min(1).max(120).optional(),
  /** Defaults to the first basis that the event has. */
  basis: z.enum(VARIANCE_BASES).optional(),
});
type Input = z.infer<typeof varianceInput>;

/** The choices of an event: what its count can be compared with. */
export type VarianceBases = {
  project: ProjectRow;
  bases: VarianceBasis[];
  hasItems: boolean;
  hasPrices: boolean;
  versionSid: string | null;
  previous: { sid: string; slug: string; name: string } | null;
};

export async function readVarianceBases({ db, session }: Context, slug: string): Promise<VarianceBases> {
  const project = await requireProject({ db, session }, slug);
  const versionSid = (await findEventVersion(db, project.sid))?.sid ?? null;
  const [quantities, previous] = await Promise.all([
    readItemQuantities(db, versionSid),
    project.previousEventSid === null ? null : findNewestReport(db, project.previousEventSid, session.user),
  ]);
  const has = { expected: quantities.hasExpected, last: quantities.hasLast, previous: previous !== null };
  return {
    project,
    bases: VARIANCE_BASES.filter((basis) => has[basis]),
    hasItems: versionSid !== null,
    hasPrices: quantities.hasPrices,
    versionSid,
    previous,
  };
}

/** The scope of a query; null if the event has nothing to compare with. Throws NOT_FOUND for a report of another event. */
export async function readVarianceScope(
  context: Context,
  { project, reportSid, basis }: Input,
): Promise<(VarianceBases & { scope: VarianceScope }) | null> {
  const found = await readVarianceBases(context, project.slug);
  const chosen = basis ?? found.bases[0];
  if (chosen === undefined || !found.bases.includes(chosen)) return null;
  const source = await readSource(context, found.project.sid, reportSid);
  const { versionSid, previous } = found;
  return {
    ...found,
    scope: {
      projectSid: found.project.sid,
      source,
      basis: chosen,
      versionSid,
      previousReportSid: previous?.sid ?? null,
    },
  };
}

/** Throws PRECONDITION_FAILED if the event has nothing to compare with. */
export async function requireVarianceScope(
  context: Context,
  input: Input,
): Promise<VarianceBases & { scope: VarianceScope }> {
  const found = await readVarianceScope(context, input);
  if (found === null) throw new AppError("PRECONDITION_FAILED", NOTHING_TO_COMPARE);
  return found;
}

const NOTHING_TO_COMPARE =
  "This event has nothing to compare with: choose an item list with quantities, or an earlier event.";

async function readSource({ db }: Context, projectSid: string, reportSid: string | undefined): Promise<CountSource> {
  if (reportSid !== undefined) {
    const report = await findReportSummary(db, projectSid, reportSid);
    if (!report) throw notFound("report");
    return { reportSid: report.sid };
  }
  await refreshRadar(db, projectSid);
  return "current";
}
