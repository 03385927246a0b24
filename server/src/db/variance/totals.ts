import type { CodeVariance, DepartmentVariance, VarianceMeasure, VarianceTotals } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";
import { CODE_COLUMNS, type CodeRow, toCodeVariance } from "./codes.ts";
import { type VarianceScope, varianceTables } from "./scope.ts";

/** Bars in the chart of the largest differences, on each side. */
const TOP_CODES = 10;
/** Departments on one screen; item lists have some dozens. */
const MAX_DEPARTMENTS = 500;

export type VarianceOverview = {
  totals: VarianceTotals;
  /** The largest difference first. */
  departments: DepartmentVariance[];
  topGains: CodeVariance[];
  topLosses: CodeVariance[];
};

type SumRow = {
  department: string | null;
  isTotal: boolean;
  counted: number;
  expected: number;
  gains: number;
  losses: number;
  hasPrices: boolean;
  countedValue: number;
  expectedValue: number;
  gainsValue: number;
  lossesValue: number;
  expectedCodes: number;
  countedCodes: number;
  otherCodes: number;
  otherUnits: number;
};

const SUMS = sql`
  coalesce(sum(counted) filter (where expected is not null), 0) as counted, coalesce(sum(expected), 0) as expected,
  coalesce(sum(difference) filter (where difference > 0), 0) as gains,
  coalesce(sum(difference) filter (where difference < 0), 0) as losses,
  bool_or(unit_price is not null) as "hasPrices",
  coalesce(sum(counted * unit_price) filter (where expected is not null), 0) as "countedValue",
  coalesce(sum(expected * unit_price), 0) as "expectedValue",
  coalesce(sum(difference * unit_price) filter (where difference > 0), 0) as "gainsValue",
  coalesce(sum(difference * unit_price) filter (where difference < 0), 0) as "lossesValue",
  (count(*) filter (where expected > 0))::int as "expectedCodes",
  (count(*) filter (where expected > 0 and stickers > 0))::int as "countedCodes",
  (count(*) filter (where expected is null))::int as "otherCodes",
  coalesce(sum(counted) filter (where expected is null), 0) as "otherUnits"`;

/** The rows of `select` as one JSON array, in its order. */
const asJson = (select: SQL): SQL => sql`(select coalesce(json_agg(row_to_json(r)), '[]') from (${select}) r)`;

const topCodes = (measure: VarianceMeasure, sign: "gains" | "losses"): SQL => {
  const ranked = measure === "value" ? sql`difference * unit_price` : sql`difference`;
  return sign === "gains"
    ? sql`select ${CODE_COLUMNS} from code where ${ranked} > 0 order by ${ranked} desc, code limit ${TOP_CODES}`
    : sql`select ${CODE_COLUMNS} from code where ${ranked} < 0 order by ${ranked}, code limit ${TOP_CODES}`;
};

/** The sums of an event and its departments, and the codes with the largest differences. One statement. */
export async function readVarianceOverview(
  db: Queryable,
  scope: VarianceScope,
  measure: VarianceMeasure,
): Promise<VarianceOverview> {
  const ranked = measure === "value" ? sql`abs(sum(difference * unit_price))` : sql`abs(sum(difference))`;
  const { rows } = await db.execute<{ sums: SumRow[]; gains: CodeRow[]; losses: CodeRow[] }>(sql`
    with ${varianceTables(scope)}
    select ${asJson(sql`select department, grouping(department) = 1 as "isTotal", ${SUMS} from code
        group by rollup (department)
        order by grouping(department) desc, ${ranked} desc nulls last, department limit ${MAX_DEPARTMENTS + 1}`)} as sums,
      ${asJson(topCodes(measure, "gains"))} as gains, ${asJson(topCodes(measure, "losses"))} as losses`);
  const [{ sums, gains, losses } = { sums: [], gains: [], losses: [] }] = rows;
  const total = sums.find(({ isTotal }) => isTotal);
  return {
    totals: total ? toTotals(total) : NO_TOTALS,
    departments: sums
      .filter(({ isTotal }) => !isTotal)
      .map((row) => Object.assign(toTotals(row), { department: row.department })),
    topGains: gains.map(toCodeVariance),
    topLosses: losses.map(toCodeVariance),
  };
}

const NO_TOTALS: VarianceTotals = {
  counted: 0,
  expected: 0,
  difference: 0,
  value: null,
  gains: 0,
  losses: 0,
  codes: { expected: 0, counted: 0, notCounted: 0 },
  withoutExpectation: { codes: 0, units: 0 },
};

const cents = (value: number): number => Math.round(value * 100) / 100;

const toTotals = (row: SumRow): VarianceTotals => ({
  counted: row.counted,
  expected: row.expected,
  difference: row.counted - row.expected,
  value: row.hasPrices
    ? {
        counted: cents(row.countedValue),
        expected: cents(row.expectedValue),
        difference: cents(row.gainsValue + row.lossesValue),
        gains: cents(row.gainsValue),
        losses: cents(row.lossesValue),
      }
    : null,
  gains: row.gains,
  losses: row.losses,
  codes: {
    expected: row.expectedCodes,
    counted: row.countedCodes,
    notCounted: row.expectedCodes - row.countedCodes,
  },
  withoutExpectation: { codes: row.otherCodes, units: row.otherUnits },
});
