import {
  type ReportFigures,
  type ReportGroup,
  type ReportGroupSort,
  type ReportGrouping,
  VALUE_ORIGINS,
  clampPage,
} from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";
import { naturalOrder } from "../natural-order.ts";
import { items } from "../schema/items.ts";
import { reportRows } from "../schema/reports.ts";
import { type ReportScope, joinItems, rowUnits, whereRows } from "./row-filter.ts";

/** The bars of a chart: few enough to see the rows below. */
const MAX_BARS = 7;

type FiguresRow = {
  areas: ReportFigures["areas"];
  codes: ReportFigures["codes"];
  origins: Partial<NonNullable<ReportFigures["origins"]>> | null;
};

/** The largest areas and codes, and how many values a person touched. One statement over the report's rows. */
export async function readReportFigures(db: Queryable, { reportSid, versionSid }: ReportScope): Promise<ReportFigures> {
  const { rows } = await db.execute<FiguresRow>(sql`
    with own as materialized (
      select ${reportRows.areaCode} as area, ${reportRows.code} as code, ${rowUnits} as units, ${reportRows.origin} as origin
      from ${reportRows} where ${reportRows.reportSid} = ${reportSid})
    select
      (select coalesce(json_agg(a), '[]') from (
        select area, sum(units)::float8 as quantity from own group by area order by 2 desc, ${naturalOrder(sql`area`)} limit ${MAX_BARS}) a) as areas,
      (select coalesce(json_agg(c), '[]') from (
        select t.code, ${items.description} as description, t.quantity from (
          select code, sum(units)::float8 as quantity from own group by code order by 2 desc, code limit ${MAX_BARS}) t
        left join ${items} on ${items.versionSid} = ${versionSid} and ${items.code} = t.code
        order by t.quantity desc, t.code) c) as codes,
      (select json_object_agg(o.origin, o.rows) from (
        select origin, count(*)::int as rows from own where origin is not null group by origin) o) as origins`);
  const { areas, codes, origins } = rows[0] ?? { areas: [], codes: [], origins: null };
  return {
    areas,
    codes,
    // Each key is an origin.
    origins:
      origins &&
      (Object.fromEntries(VALUE_ORIGINS.map((origin) => [origin, origins[origin] ?? 0])) as ReportFigures["origins"]),
  };
}

const NAMES: Readonly<Record<ReportGrouping, SQL>> = {
  area: sql`${reportRows.areaCode}`,
  department: sql`coalesce(${items.department}, '')`,
};

const byName = sql`(name = ''), ${naturalOrder(sql`name`)}`;
const ORDERS: Readonly<Record<ReportGroupSort, SQL>> = {
  name: byName,
  "-name": sql`(name = ''), ${naturalOrder(sql`name`)} desc`,
  rows: sql`rows, ${byName}`,
  "-rows": sql`rows desc, ${byName}`,
  quantity: sql`quantity, ${byName}`,
  "-quantity": sql`quantity desc, ${byName}`,
};

export type GroupQuery = {
  by: ReportGrouping;
  /** A part of the name. */
  search?: string | undefined;
  sort: ReportGroupSort;
  page: number;
  pageSize: number;
};

/** One page of a report's areas or departments with the sums of their rows. */
export async function listReportGroups(
  db: Queryable,
  { reportSid, versionSid }: ReportScope,
  { by, search, sort, page, pageSize }: GroupQuery,
): Promise<{ items: ReportGroup[]; total: number; page: number }> {
  const { rows } = await db.execute<ReportGroup>(sql`
    select * from (
      select ${NAMES[by]} as name, count(*)::int as rows, sum(${rowUnits})::float8 as quantity,
        count(distinct ${reportRows.code})::int as skus
      from ${reportRows} ${joinItems(versionSid)} where ${whereRows(reportSid, {})} group by 1) g
    where ${search ? sql`position(lower(${search}) in lower(name)) > 0` : sql`true`}
    order by ${ORDERS[sort]}`);
  // An event has at most some thousand areas.
  const shown = clampPage(page, pageSize, rows.length);
  return { items: rows.slice((shown - 1) * pageSize, shown * pageSize), total: rows.length, page: shown };
}
