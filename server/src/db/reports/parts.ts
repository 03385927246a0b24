import {
  type ReportContents,
  type ReportException,
  type ReportExceptionKind,
  type SkuSort,
  clampPage,
} from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, and, desc, eq, sql } from "../drizzle.ts";
import { reports } from "../schema/reports.ts";
import { users } from "../schema/users.ts";

/** SQL about the parts of a report that a person looks at, each without reading the others. */

/** What a report is, without what it has much of. */
export type ReportSummary = Pick<ReportContents, "event" | "version" | "generatedAt" | "generatedBy"> & {
  sid: string;
  title: string;
  createdAt: string;
  totals: Pick<ReportContents["totals"], "rows" | "quantity" | "images"> & { skus: number };
};
export type ReportVersion = { sid: string; version: number; createdAt: string; createdBy: string };
export type ReportOverview = ReportSummary & {
  /** How many there are of each kind, of kinds that there are. */
  exceptions: { kind: ReportExceptionKind; count: number }[];
  /** Every report of the event, newest first. */
  versions: ReportVersion[];
};

const contents = (path: string): SQL => sql`${reports.contents} #> ${sql.raw(`'{${path}}'`)}`;

/** Null for a report that is another event's, too. */
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
      createdBy: users.name,
    })
    .from(reports)
    .innerJoin(users, eq(users.sid, reports.createdBy))
    .where(eq(reports.projectSid, projectSid))
    .orderBy(desc(reports.version));
  return rows.map(({ sid, version, createdAt, createdBy }) => ({
    sid,
    version,
    createdAt: createdAt.toISOString(),
    createdBy,
  }));
}

const exceptionsOf = sql`jsonb_array_elements(${contents("exceptions")}) with ordinality as e(value, position)`;
const skusOf = sql`jsonb_to_recordset(${contents("totals,bySku")}) as s(code text, rows int, quantity float8)`;

export type Page<T> = { items: T[]; total: number; page: number };
type Paging = { page: number; pageSize: number };

const SKU_ORDERS: Readonly<Record<SkuSort, SQL>> = {
  code: sql`s.code`,
  "-code": sql`s.code desc`,
  rows: sql`s.rows, s.code`,
  "-rows": sql`s.rows desc, s.code`,
  quantity: sql`s.quantity, s.code`,
  "-quantity": sql`s.quantity desc, s.code`,
};

export type SkuTotal = ReportContents["totals"]["bySku"][number];

/** One page of a report's totals per SKU; `search` is a part of the code. */
export async function listReportSkus(
  db: Queryable,
  sid: string,
  { page, pageSize, search, sort }: Paging & { search?: string | undefined; sort: SkuSort },
): Promise<Page<SkuTotal>> {
  const where = and(eq(reports.sid, sid), search ? sql`position(${search} in s.code) > 0` : undefined);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(reports)
    .innerJoin(skusOf, sql`true`)
    .where(where);
  const total = counted?.total ?? 0;
  const shown = clampPage(page, pageSize, total);
  const items = await db
    .select({ code: sql<string>`s.code`, rows: sql<number>`s.rows`, quantity: sql<number>`s.quantity` })
    .from(reports)
    .innerJoin(skusOf, sql`true`)
    .where(where)
    .orderBy(SKU_ORDERS[sort])
    .limit(pageSize)
    .offset((shown - 1) * pageSize);
  return { items, total, page: shown };
}

/** One page of a report's exceptions, of one kind or of all, as they were listed when it was made. */
export async function listReportExceptions(
  db: Queryable,
  sid: string,
  { page, pageSize, kind }: Paging & { kind?: ReportExceptionKind | undefined },
): Promise<Page<ReportException>> {
  const where = and(eq(reports.sid, sid), kind ? sql`e.value ->> 'kind' = ${kind}` : undefined);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(reports)
    .innerJoin(exceptionsOf, sql`true`)
    .where(where);
  const total = counted?.total ?? 0;
  const shown = clampPage(page, pageSize, total);
  const rows = await db
    .select({ exception: sql<ReportException>`e.value` })
    .from(reports)
    .innerJoin(exceptionsOf, sql`true`)
    .where(where)
    .orderBy(sql`e.position`)
    .limit(pageSize)
    .offset((shown - 1) * pageSize);
  return { items: rows.map(({ exception }) => exception), total, page: shown };
}
