import type { Cell } from "../stats/cell.ts";

/**
 * The quantities with which the counted units are compared (PD-96).
 * - `expected`: the expected quantities of the event's item list.
 * - `last`: the last counted quantities of the item list.
 * - `previous`: the newest report of the earlier event that the settings name.
 */
export const VARIANCE_BASES = ["expected", "last", "previous"] as const;
export type VarianceBasis = (typeof VARIANCE_BASES)[number];

export const VARIANCE_BASIS_TITLES: Readonly<Record<VarianceBasis, string>> = {
  expected: "Expected quantity",
  last: "Last counted quantity",
  previous: "Earlier event",
};

/** How differences are ranked: by units, or by their value in the store's currency. */
export const VARIANCE_MEASURES = ["units", "value"] as const;
export type VarianceMeasure = (typeof VARIANCE_MEASURES)[number];

/** Which codes a list shows. A code without an expected quantity has no difference. */
export const VARIANCE_FILTERS = ["all", "gains", "losses", "not-counted", "no-expectation"] as const;
export type VarianceFilter = (typeof VARIANCE_FILTERS)[number];

export const VARIANCE_FILTER_TITLES: Readonly<Record<VarianceFilter, string>> = {
  all: "All codes",
  gains: "More than expected",
  losses: "Fewer than expected",
  "not-counted": "Expected and not counted",
  "no-expectation": "No expected quantity",
};

/** Counted and expected units; `expected` is null if the basis has no quantity for them. */
export type Counts = { counted: number; expected: number | null };

export type Difference = {
  /** Counted minus expected units; null without an expected quantity. */
  difference: number | null;
  /** The difference in the store's currency; null without a difference or a price. */
  value: number | null;
  /** The difference in percent of the expected units, rounded; null without expected units. */
  percent: number | null;
};

/** A price has at most four decimals; sums of binary fractions do not. */
const toMoney = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The only formula of a variance. */
export function differenceOf({ counted, expected }: Counts, unitPrice: number | null): Difference {
  const difference = expected === null ? null : counted - expected;
  return {
    difference,
    value: difference === null || unitPrice === null ? null : toMoney(difference * unitPrice),
    percent: percentOf(difference, expected),
  };
}

export const percentOf = (difference: number | null, expected: number | null): number | null =>
  difference === null || expected === null || expected <= 0 ? null : Math.round((100 * difference) / expected);

/** Whether a code belongs to a filter's list. */
export const VARIANCE_FILTER_RULES: Readonly<Record<VarianceFilter, (code: Counts & { stickers: number }) => boolean>> =
  {
    all: () => true,
    gains: ({ counted, expected }) => expected !== null && counted > expected,
    losses: ({ counted, expected }) => expected !== null && counted < expected,
    "not-counted": ({ stickers, expected }) => expected !== null && expected > 0 && stickers === 0,
    "no-expectation": ({ expected }) => expected === null,
  };

/** A code with its counted and expected units. */
export type CodeVariance = Counts &
  Difference & {
    code: string;
    /** From the item list; null if it does not have the code or the field. */
    description: string | null;
    department: string | null;
    unitPrice: number | null;
    isListed: boolean;
    stickers: number;
  };

/** Sums over the codes of a group. `counted` and `expected` are those of codes with an expected quantity, so that they can be compared. */
export type VarianceTotals = {
  counted: number;
  expected: number;
  difference: number;
  /** Null if no code has a price. */
  value: { counted: number; expected: number; difference: number; gains: number; losses: number } | null;
  gains: number;
  losses: number;
  codes: { expected: number; counted: number; notCounted: number };
  /** Counted codes without an expected quantity. */
  withoutExpectation: { codes: number; units: number };
};

/** Percent of the codes with expected stock that were counted at least once, rounded down: 100 means all. */
export const countedShare = ({ codes }: Pick<VarianceTotals, "codes">): number | null =>
  codes.expected === 0 ? null : Math.floor((100 * codes.counted) / codes.expected);

export type DepartmentVariance = VarianceTotals & { department: string | null };

export const NO_DEPARTMENT = "No department";

/** An area's counted units, and its difference. */
export type AreaVariance = {
  area: { sid: string | null; name: string };
  stickers: number;
  counted: number;
  /** Units of the area in the earlier event; null with another basis, which has no areas. */
  expected: number | null;
  /** With the earlier event the area's own difference; otherwise the area's share of its codes' differences (PD-96). */
  difference: number;
  value: number | null;
  /** Sum of the absolute differences of its codes: what a recount of the area can correct at most. */
  worth: { units: number; value: number | null };
};

export const VARIANCE_SORTS = {
  codes: ["code", "counted", "expected", "difference", "value"],
  areas: ["area", "counted", "difference", "value", "worth"],
} as const;
type Sorts<By extends keyof typeof VARIANCE_SORTS> = (typeof VARIANCE_SORTS)[By][number];
/** A leading '-' means descending. Rows without the value come last. */
export type CodeSort = Sorts<"codes"> | `-${Sorts<"codes">}`;
export type AreaSort = Sorts<"areas"> | `-${Sorts<"areas">}`;

const both = <S extends string>(sorts: readonly S[]): (S | `-${S}`)[] =>
  sorts.flatMap((sort) => [sort, `-${sort}` as const]);
export const CODE_SORTS: readonly CodeSort[] = both(VARIANCE_SORTS.codes);
export const AREA_SORTS: readonly AreaSort[] = both(VARIANCE_SORTS.areas);

/** The tables that can be downloaded. */
export const VARIANCE_TABLES = ["codes", "departments", "areas", "recount"] as const;
export type VarianceTable = (typeof VARIANCE_TABLES)[number];

export const CODE_VARIANCE_COLUMNS = [
  "SKU",
  "Description",
  "Department",
  "Unit price",
  "Stickers",
  "Counted",
  "Expected",
  "Difference",
  "Difference in percent",
  "Difference in value",
] as const;
export const codeVarianceCells = (row: CodeVariance): Cell[] => [
  row.code,
  row.description,
  row.department,
  row.unitPrice,
  row.stickers,
  row.counted,
  row.expected,
  row.difference,
  row.percent,
  row.value,
];

export const DEPARTMENT_VARIANCE_COLUMNS = [
  "Department",
  "Codes expected",
  "Codes counted",
  "Codes not counted",
  "Counted",
  "Expected",
  "Difference",
  "Difference in percent",
  "Difference in value",
  "Codes without an expected quantity",
] as const;
export const departmentVarianceCells = (row: DepartmentVariance): Cell[] => [
  row.department ?? NO_DEPARTMENT,
  row.codes.expected,
  row.codes.counted,
  row.codes.notCounted,
  row.counted,
  row.expected,
  row.difference,
  percentOf(row.difference, row.expected),
  row.value?.difference ?? null,
  row.withoutExpectation.codes,
];

export const AREA_VARIANCE_COLUMNS = [
  "Area",
  "Stickers",
  "Counted",
  "Counted in the earlier event",
  "Difference",
  "Difference in value",
  "Recount worth in units",
  "Recount worth in value",
] as const;
export const areaVarianceCells = (row: AreaVariance): Cell[] => [
  row.area.name,
  row.stickers,
  row.counted,
  row.expected,
  row.difference,
  row.value,
  row.worth.units,
  row.worth.value,
];
