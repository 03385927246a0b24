import type { VarianceBasis, VarianceFilter } from "@precount/domain";
import { type SQL, sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { items } from "../schema/items.ts";
import { radarStickers } from "../schema/radar.ts";
import { reportRows } from "../schema/reports.ts";

/** The counted side: a report's rows, or the current stickers that the radar keeps. */
export type CountSource = { reportSid: string } | "current";

/** The two sides of a variance. */
export type VarianceScope = {
  projectSid: string;
  source: CountSource;
  basis: VarianceBasis;
  /** The item list version with descriptions, prices and quantities; null without a list. */
  versionSid: string | null;
  /** The earlier event's newest report; null without one. */
  previousReportSid: string | null;
};

/** A quantity that is not a number counts as 0, as in the totals of a report. */
const rowUnits = sql`case when ${reportRows.quantity} ~ '^[0-9]{1,9}$' then ${reportRows.quantity}::bigint else 0 end`;

/** One row per counted sticker: `image_sid, area, result, code, units`; `area` is a number as text, or empty. */
const stickerRows = ({ projectSid, source }: VarianceScope): SQL =>
  source === "current"
    ? sql`select s.image_sid, coalesce(a.number::text, '') as area, s.position as result, s.code, coalesce(s.quantity, 0)::bigint as units
      from ${radarStickers} s left join ${areas} a on a.sid = s.area_sid where s.project_sid = ${projectSid} and not s.is_linked`
    : sql`select null::text as image_sid, ${reportRows.areaCode} as area, ${reportRows.position} as result,
      ${reportRows.code} as code, ${rowUnits} as units from ${reportRows} where ${reportRows.reportSid} = ${source.reportSid}`;

/** One row per code, and per area for the earlier event: `area, code, units`. */
function expectationRows({ basis, versionSid, previousReportSid }: VarianceScope): SQL {
  if (basis === "previous") {
    return sql`select ${reportRows.areaCode} as area, ${reportRows.code} as code, sum(${rowUnits}) as units
      from ${reportRows} where ${reportRows.reportSid} = ${previousReportSid} group by 1, 2`;
  }
  const quantity = basis === "expected" ? items.expectedQuantity : items.lastQuantity;
  return sql`select ''::text as area, ${items.code} as code, ${quantity}::bigint as units
    from ${items} where ${items.versionSid} = ${versionSid} and ${quantity} is not null`;
}

/** A code that the earlier event did not have was not there: its expected quantity is 0. An item list says nothing about it. */
const expectedOf = (basis: VarianceBasis): SQL => (basis === "previous" ? sql`coalesce(e.units, 0)` : sql`e.units`);

/**
 * The common tables of every query about a variance, for `with`:
 * - `sticker`: one row per counted sticker, `expectation`: one per expected code
 * - `code`: one row per code that is counted or expected, with `stickers, counted, expected, difference` and the item's fields. Domain's
 *   `differenceOf` in SQL.
 */
export const varianceTables = (scope: VarianceScope): SQL => sql`
  sticker as (${stickerRows(scope)}),
  expectation as materialized (${expectationRows(scope)}),
  code as materialized (
    select j.code, coalesce(c.stickers, 0)::int as stickers, coalesce(c.units, 0)::float8 as counted,
      ${expectedOf(scope.basis)}::float8 as expected,
      coalesce(c.units, 0)::float8 - ${expectedOf(scope.basis)}::float8 as difference,
      i.description, i.department, i.unit_price::float8 as unit_price, i.code is not null as is_listed
    from (select code, count(*) as stickers, sum(units) as units from sticker group by code) c
    full join (select code, sum(units) as units from expectation group by code) e using (code) as j
    left join ${items} i on i.version_sid = ${scope.versionSid} and i.code = j.code)`;

const FILTERS: Readonly<Record<VarianceFilter, SQL>> = {
  all: sql`true`,
  gains: sql`difference > 0`,
  losses: sql`difference < 0`,
  "not-counted": sql`(expected > 0 and stickers = 0)`,
  "no-expectation": sql`expected is null`,
};

/** Domain's `VARIANCE_FILTER_RULES` in SQL. */
export const isInFilter = (filter: VarianceFilter): SQL => FILTERS[filter];
