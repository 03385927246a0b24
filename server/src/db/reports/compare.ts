import { type ComparedRow, type SumDifference, type SumGrouping, type SumSort, clampPage } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";
import { containsPattern } from "../escape-like.ts";
import { naturalOrder } from "../natural-order.ts";
import { items } from "../schema/items.ts";
import { reportRows } from "../schema/reports.ts";
import { rowUnits } from "./row-filter.ts";

/** Rows of each report that are compared one by one: about 10 MB. More differences than that are another count. */
const MAX_COMPARED_ROWS = 20_000;

/** Equal rows of one sticker are numbered, so that each has at most one partner in the other report. */
const rowsOf = (reportSid: string, side: "before" | "after"): SQL => sql`
  select ${side}::text as side, ${reportRows.position} as position, ${reportRows.areaCode} as area, ${reportRows.bayCode} as bay,
    ${reportRows.shelfCode} as shelf, ${reportRows.code} as code, ${reportRows.quantity} as quantity,
    ${reportRows.imageSid} || ':' || ${reportRows.resultIndex} as source,
    row_number() over (partition by ${reportRows.areaCode}, ${reportRows.bayCode}, ${reportRows.shelfCode}, ${reportRows.code},
      ${reportRows.quantity}, ${reportRows.imageSid}, ${reportRows.resultIndex} order by ${reportRows.position}) as copy
  from ${reportRows} where ${reportRows.reportSid} = ${reportSid}`;

type SidedRow = ComparedRow & { side: "before" | "after" };

/**
 * The rows of two reports of an event without an equal row of the same sticker in the other one; null if they are too many to compare. One
 * aggregation of both reports: the planner chose nested loops for an anti-join, which took minutes with 100,000 rows.
 */
export async function listDifferentRows(
  db: Queryable,
  { beforeSid, afterSid }: { beforeSid: string; afterSid: string },
): Promise<{ before: ComparedRow[]; after: ComparedRow[] } | null> {
  const { rows } = await db.execute<SidedRow>(sql`
    select min(side) as side, min(position) as position, area as "areaCode", bay as "bayCode", shelf as "shelfCode", code, quantity, source
    from (${rowsOf(beforeSid, "before")} union all ${rowsOf(afterSid, "after")}) r
    group by area, bay, shelf, code, quantity, source, copy having count(*) = 1
    order by 2 limit ${2 * MAX_COMPARED_ROWS + 1}`);
  const of = (side: SidedRow["side"]): ComparedRow[] =>
    rows.filter((row) => row.side === side).map(({ side: _side, ...row }) => row);
  const [before, after] = [of("before"), of("after")];
  const isTooMany = rows.length > 2 * MAX_COMPARED_ROWS || Math.max(before.length, after.length) > MAX_COMPARED_ROWS;
  return isTooMany ? null : { before, after };
}

const NAMES: Readonly<Record<SumGrouping, SQL>> = { code: sql`${reportRows.code}`, area: sql`${reportRows.areaCode}` };

const name = sql`(name = ''), ${naturalOrder(sql`name`)}`;
const ORDERS: Readonly<Record<SumSort, SQL>> = {
  name,
  "-name": sql`(name = ''), ${naturalOrder(sql`name`)} desc`,
  before: sql`before, ${name}`,
  "-before": sql`before desc, ${name}`,
  after: sql`after, ${name}`,
  "-after": sql`after desc, ${name}`,
  difference: sql`difference, ${name}`,
  "-difference": sql`difference desc, ${name}`,
};

export type SumQuery = {
  by: SumGrouping;
  search?: string | undefined;
  /** Defaults to the size of the difference in either direction, the largest first. */
  sort?: SumSort | undefined;
  page: number;
  pageSize: number;
};

/** The units of two reports by code or area, of one page; names that only one of them has are included. */
export async function listSumDifferences(
  db: Queryable,
  reports: { beforeSid: string; afterSid: string; versionSid: string | null },
  { by, search, sort, page, pageSize }: SumQuery,
): Promise<{ items: SumDifference[]; total: number; page: number }> {
  const sums = (reportSid: string): SQL => sql`
    select ${NAMES[by]} as name, sum(${rowUnits})::float8 as units from ${reportRows}
    where ${reportRows.reportSid} = ${reportSid} group by 1`;
  const joined = sql`
    select name, i.description, coalesce(b.units, 0) as before, coalesce(a.units, 0) as after,
      coalesce(a.units, 0) - coalesce(b.units, 0) as difference
    from (${sums(reports.beforeSid)}) b full join (${sums(reports.afterSid)}) a using (name)
    left join ${items} i on ${by === "code"} and i.version_sid = ${reports.versionSid} and i.code = name`;
  const matches = search
    ? sql`name ilike ${containsPattern(search)} or description ilike ${containsPattern(search)}`
    : sql`true`;
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${joined}) j where ${matches}`,
  );
  const total = counted[0]?.total ?? 0;
  const shown = clampPage(page, pageSize, total);
  const { rows } = await db.execute<SumDifference>(sql`
    select * from (${joined}) j where ${matches}
    order by ${sort === undefined ? sql`abs(difference) desc, ${name}` : ORDERS[sort]}
    limit ${pageSize} offset ${(shown - 1) * pageSize}`);
  return { items: rows, total, page: shown };
}
