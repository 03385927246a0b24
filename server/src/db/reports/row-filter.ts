import type { ReportRowSort } from "@precount/domain";
import { type SQL, sql } from "../drizzle.ts";
import { containsPattern, escapeLike } from "../escape-like.ts";
import { naturalOrder } from "../natural-order.ts";
import { items } from "../schema/items.ts";
import { reportRows } from "../schema/reports.ts";

/** A report with the item list version of its event, which has descriptions and departments; null without a list. */
export type ReportScope = { reportSid: string; versionSid: string | null };

/** Which rows of a report: all of the given conditions hold. */
export type RowFilter = {
  /** A part of the code, or of the item's description. */
  search?: string | undefined;
  /** An area's number as text; empty for rows without an area. */
  area?: string | undefined;
  /** Empty for rows without a department. */
  department?: string | undefined;
};

/** The units of a row. A quantity that is not a number counts as 0, as in the totals of a report. */
export const rowUnits = sql`case when ${reportRows.quantity} ~ '^[0-9]{1,9}$' then ${reportRows.quantity}::bigint else 0 end`;

export const joinItems = (versionSid: string | null): SQL =>
  sql`left join ${items} on ${items.versionSid} = ${versionSid} and ${items.code} = ${reportRows.code}`;

/** Needs `joinItems`. */
export function whereRows(reportSid: string, { search, area, department }: RowFilter): SQL {
  const conditions = [sql`${reportRows.reportSid} = ${reportSid}`];
  if (search) {
    const isPart = sql`${reportRows.code} like ${`%${escapeLike(search)}%`}`;
    conditions.push(sql`(${isPart} or ${items.description} ilike ${containsPattern(search)})`);
  }
  if (area !== undefined) conditions.push(sql`${reportRows.areaCode} = ${area}`);
  if (department !== undefined) conditions.push(sql`coalesce(${items.department}, '') = ${department}`);
  return sql.join(conditions, sql` and `);
}

const area = sql`(${reportRows.areaCode} = ''), ${naturalOrder(reportRows.areaCode)}`;
const areaDescending = sql`(${reportRows.areaCode} = ''), ${naturalOrder(reportRows.areaCode)} desc`;

const ORDERS: Readonly<Record<ReportRowSort, SQL>> = {
  areaCode: area,
  "-areaCode": areaDescending,
  code: sql`${reportRows.code}`,
  "-code": sql`${reportRows.code} desc`,
  quantity: rowUnits,
  "-quantity": sql`${rowUnits} desc`,
};

export const orderRows = (sort: ReportRowSort | undefined): SQL =>
  sort === undefined ? sql`${reportRows.position}` : sql`${ORDERS[sort]}, ${reportRows.position}`;
