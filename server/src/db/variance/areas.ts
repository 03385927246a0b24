import { type AreaSort, type AreaVariance, type VarianceMeasure, clampPage } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";
import { areas } from "../schema/areas.ts";
import { type VarianceScope, varianceTables } from "./scope.ts";

const ORDERS: Readonly<Record<AreaSort, SQL>> = {
  area: sql`number nulls last`,
  "-area": sql`number desc nulls first`,
  counted: sql`counted, number`,
  "-counted": sql`counted desc, number`,
  difference: sql`difference, number`,
  "-difference": sql`difference desc, number`,
  value: sql`value nulls last, difference, number`,
  "-value": sql`value desc nulls last, difference desc, number`,
  worth: sql`"worthValue" nulls last, "worthUnits", number`,
  "-worth": sql`"worthValue" desc nulls last, "worthUnits" desc, number`,
};

/** Areas with the largest recount worth in the chosen measure come first. */
const worthFirst = (measure: VarianceMeasure): SQL =>
  measure === "value" ? ORDERS["-worth"] : sql`"worthUnits" desc, number`;

/**
 * One row per area and code. The earlier event has areas, so an area's difference is its own. An item list has none, so each area gets
 * the share of its code's difference that it has of the code's counted units (PD-96).
 */
const areaCodes = ({ basis }: VarianceScope): SQL =>
  basis === "previous"
    ? sql`select area, code, coalesce(s.stickers, 0) as stickers, coalesce(s.units, 0)::float8 as counted,
        coalesce(e.units, 0)::float8 as before, (coalesce(s.units, 0) - coalesce(e.units, 0))::float8 as share
        from own s full join expectation e using (area, code)`
    : sql`select s.area, s.code, s.stickers, s.units::float8 as counted, null::float8 as before,
        coalesce(c.difference * s.units::float8 / nullif(c.counted, 0), 0) as share
        from own s join code c on c.code = s.code`;

const areaTables = (scope: VarianceScope): SQL => sql`
  ${varianceTables(scope)},
  own as (select area, code, count(*) as stickers, sum(units) as units from sticker group by 1, 2),
  area_code as (${areaCodes(scope)}),
  area as (
    select a.sid, ac.area as name, case when ac.area ~ '^[0-9]{1,9}$' then ac.area::int end as number,
      sum(ac.stickers)::int as stickers, sum(ac.counted) as counted, sum(ac.before) as expected,
      sum(ac.share) as difference, sum(ac.share * c.unit_price) as value,
      sum(abs(ac.share)) as "worthUnits", sum(abs(ac.share) * c.unit_price) as "worthValue"
    from area_code ac join code c on c.code = ac.code
    left join ${areas} a on a.project_sid = ${scope.projectSid} and a.number::text = ac.area
    group by 1, 2)`;

type AreaRow = {
  sid: string | null;
  name: string;
  stickers: number;
  counted: number;
  expected: number | null;
  difference: number;
  value: number | null;
  worthUnits: number;
  worthValue: number | null;
  total: number;
};

const round = (value: number): number => Math.round(value * 100) / 100;
const roundOrNull = (value: number | null): number | null => (value === null ? null : round(value));

const toArea = (row: AreaRow): AreaVariance => ({
  area: { sid: row.sid, name: row.name },
  stickers: row.stickers,
  counted: row.counted,
  expected: row.expected,
  difference: round(row.difference),
  value: roundOrNull(row.value),
  worth: { units: round(row.worthUnits), value: roundOrNull(row.worthValue) },
});

const readAreas = async (db: Queryable, scope: VarianceScope, order: SQL, limit: number, offset: number) =>
  (
    await db.execute<AreaRow>(sql`with ${areaTables(scope)}
      select *, count(*) over ()::int as total from area order by ${order} limit ${limit} offset ${offset}`)
  ).rows;

/** One page of the areas with their differences; stickers of photos without an area are one row with an empty name. */
export async function listAreaVariances(
  db: Queryable,
  scope: VarianceScope,
  { sort, page, pageSize }: { sort: AreaSort; page: number; pageSize: number },
): Promise<{ items: AreaVariance[]; total: number; page: number }> {
  let rows = await readAreas(db, scope, ORDERS[sort], pageSize, (page - 1) * pageSize);
  let shown = page;
  if (rows.length === 0 && page > 1) {
    const first = await readAreas(db, scope, ORDERS[sort], 1, 0);
    shown = clampPage(page, pageSize, first[0]?.total ?? 0);
    rows = await readAreas(db, scope, ORDERS[sort], pageSize, (shown - 1) * pageSize);
  }
  return { items: rows.map(toArea), total: rows[0]?.total ?? 0, page: shown };
}

/** The areas with the largest recount worth. Photos without an area are left out. */
export async function listAreasToRecount(
  db: Queryable,
  scope: VarianceScope,
  { measure, limit }: { measure: VarianceMeasure; limit: number },
): Promise<AreaVariance[]> {
  const rows = await readAreas(db, scope, worthFirst(measure), limit + 1, 0);
  return rows
    .map(toArea)
    .filter(({ area, worth }) => area.sid !== null && worth.units > 0)
    .slice(0, limit);
}

/** All areas by number: at most as many as an event has. */
export async function* areaVarianceBatches(db: Queryable, scope: VarianceScope): AsyncGenerator<AreaVariance[]> {
  yield (await readAreas(db, scope, ORDERS.area, 100_000, 0)).map(toArea);
}
