import type { CheckCount, CheckedUnits } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";
import { blindChecks } from "../schema/blind-counts.ts";
import { users } from "../schema/users.ts";

/** The part of a count's population that is in the report if the event is completed now. */
export type CountedPopulation = { countSid: string; detectionSids: readonly string[] };

const within = ({ countSid, detectionSids }: CountedPopulation): SQL =>
  sql`count_sid = ${countSid} and detection_sid = any(${sql.param([...detectionSids])}::text[])`;

/** Numbers of units by stratum, status and judgement. */
export async function countChecks(tx: Queryable, counted: CountedPopulation): Promise<CheckCount[]> {
  const { rows } = await tx.execute<CheckCount>(sql`
    select stratum, status, is_wrong as "isWrong", is_code_wrong as "isCodeWrong", is_quantity_wrong as "isQuantityWrong",
      count(*)::int as count, sum(missing)::int as missing
    from ${blindChecks} where ${within(counted)} group by 1, 2, 3, 4, 5`);
  return rows;
}

/**
 * The counted units of all rows, counted and actual units of the checked ones, and the rows of the photo with the most. A row that was
 * changed is in the population with its former values too.
 */
export async function readRowSums(
  tx: Queryable,
  counted: CountedPopulation,
): Promise<{ counted: number; checked: CheckedUnits[]; fullestPhoto: number }> {
  const { rows } = await tx.execute<{ counted: number; checked: CheckedUnits[]; fullestPhoto: number }>(sql`
    select coalesce(sum(units), 0)::float8 as counted, coalesce(json_agg(json_build_object('stratum', stratum, 'counted', units,
      'actual', units + units_difference)) filter (where status in ('agreed', 'settled')), '[]') as checked,
      (select coalesce(max(stickers), 0)::int from (select count(distinct position) as stickers from ${blindChecks}
        where ${within(counted)} and position is not null group by detection_sid) photos) as "fullestPhoto"
    from ${blindChecks} where ${within(counted)} and position is not null`);
  return rows[0] ?? { counted: 0, checked: [], fullestPhoto: 0 };
}

/**
 * Draws the units with the smallest keys of each stratum. Units that entered the population later and whose keys are below the last
 * drawn one are drawn too, as if they had been there from the start. Returns how many were drawn.
 * @param sizes the number of units to have drawn, by stratum
 */
export async function drawUnits(tx: Queryable, counted: CountedPopulation, sizes: readonly number[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with planned as (select (place - 1)::int as stratum, size
        from unnest(${sql.param([...sizes])}::int[]) with ordinality as given (size, place)),
      ranked as (select stratum, key, row_number() over (partition by stratum order by key) as place
        from ${blindChecks} where ${within(counted)}),
      limits as (select stratum, max(key) as key from (
          select stratum, key from ranked join planned using (stratum) where place <= size
          union all select stratum, key from ${blindChecks} where count_sid = ${counted.countSid} and status <> 'undrawn'
        ) drawn group by stratum)
    update ${blindChecks} set status = 'open' from limits
    where ${within(counted)} and blind_checks.stratum = limits.stratum and blind_checks.key <= limits.key
      and status = 'undrawn'`);
  return rowCount ?? 0;
}

/** The people who answered checks and decided third looks, with the number of both. */
export async function listCheckers(
  tx: Queryable,
  counted: CountedPopulation,
): Promise<{ name: string; checks: number }[]> {
  const { rows } = await tx.execute<{ name: string; checks: number }>(sql`
    select u.name, count(*)::int as checks from (
      select answered_by as by from ${blindChecks} where ${within(counted)}
      union all select settled_by from ${blindChecks} where ${within(counted)}) done
    join ${users} u on u.sid = done.by group by u.sid, u.name order by checks desc, u.name`);
  return rows;
}
