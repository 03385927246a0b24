import type { ReportAcceptance, ReportContents, ReportExceptionKind, SealSummary } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { and, desc, eq, sql } from "../drizzle.ts";
import { reports } from "../schema/reports.ts";
import { contents, exceptionsOf } from "./contents.ts";

/** A report without its rows, exceptions and totals per SKU. */
export type ReportSummary = Pick<ReportContents, "event" | "version" | "generatedAt" | "generatedBy"> & {
  sid: string;
  title: string;
  createdAt: string;
  totals: Pick<ReportContents["totals"], "rows" | "quantity" | "images"> & { skus: number };
};

export type ReportVersion = { sid: string; version: number; createdAt: string; createdBy: string };

export type ReportOverview = ReportSummary & {
  /** Number of exceptions by kind, without kinds that do not occur. */
  exceptions: { kind: ReportExceptionKind; count: number }[];
  /** Null for a report that was created before reports were sealed. */
  seal: SealSummary | null;
  /** Every report of the event, newest first. */
  versions: ReportVersion[];
  acceptances: ReportAcceptance[];
};

/** Null if the report does not exist or belongs to another event. */
export async function findReportSummary(db: Queryable, projectSid: string, sid: string): Promise<ReportSummary | null> {
  const [row] = await db
    .select({
      sid: reports.sid,
      title: reports.title,
      version: reports.version,
      createdAt: reports.createdAt,
      event: sql<ReportContents["event"]>`${contents("event")}`,
      generatedAt: sql<string>`${contents("generatedAt")} #>> '{}'`,
      generatedBy: sql<ReportContents["generatedBy"]>`${contents("generatedBy")}`,
      totals: {
        rows: sql<number>`(${contents("totals,rows")})::int`,
        quantity: sql<number>`(${contents("totals,quantity")})::float8`,
        images: sql<number>`(${contents("totals,images")})::int`,
        skus: sql<number>`jsonb_array_length(${contents("totals,bySku")})`,
      },
    })
    .from(reports)
    .where(and(eq(reports.sid, sid), eq(reports.projectSid, projectSid)));
  return row ? { ...row, createdAt: row.createdAt.toISOString() } : null;
}

export async function countReportExceptions(db: Queryable, sid: string): Promise<ReportOverview["exceptions"]> {
  return db
    .select({ kind: sql<ReportExceptionKind>`e.value ->> 'kind'`, count: sql<number>`count(*)::int` })
    .from(reports)
    .innerJoin(exceptionsOf, sql`true`)
    .where(eq(reports.sid, sid))
    .groupBy(sql`1`)
    .orderBy(sql`min(e.position)`);
}

export async function listReportVersions(db: Queryable, projectSid: string): Promise<ReportVersion[]> {
  const rows = await db
    .select({
      sid: reports.sid,
      version: reports.version,
      createdAt: reports.createdAt,
      // The name at that time, which the report shows too: a report does not change when a user is renamed.
      createdBy: sql<string>`${reports.contents} -> 'generatedBy' ->> 'name'`,
    })
    .from(reports)
    .where(eq(reports.projectSid, projectSid))
    .orderBy(desc(reports.version));
  return rows.map(({ sid, version, createdAt, createdBy }) => ({
    sid,
    version,
    createdAt: createdAt.toISOString(),
    createdBy,
  }));
}
