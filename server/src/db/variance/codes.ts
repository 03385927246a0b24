import { type CodeSort, type CodeVariance, type VarianceFilter, clampPage, differenceOf } from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, sql } from "../drizzle.ts";
import { escapeLike } from "../escape-like.ts";
import { type VarianceScope, isInFilter, varianceTables } from "./scope.ts";

const VALUE = sql`difference * unit_price`;

const ORDERS: Readonly<Record<CodeSort, SQL>> = {
  code: sql`code`,
  "-code": sql`code desc`,
  counted: sql`counted, code`,
  "-counted": sql`counted desc, code`,
  expected: sql`expected nulls last, code`,
  "-expected": sql`expected desc nulls last, code`,
  difference: sql`difference nulls last, code`,
  "-difference": sql`difference desc nulls last, code`,
  value: sql`${VALUE} nulls last, difference nulls last, code`,
  "-value": sql`${VALUE} desc nulls last, difference desc nulls last, code`,
};

export type CodeRow = Omit<CodeVariance, "difference" | "value" | "percent">;

export const CODE_COLUMNS = sql`code, description, department, unit_price as "unitPrice", is_listed as "isListed", stickers, counted, expected`;

export const toCodeVariance = (row: CodeRow): CodeVariance => {
  const { code, description, department, unitPrice, isListed, stickers, counted, expected } = row;
  const item = { code, description, department, unitPrice, isListed };
  return { ...item, stickers, counted, expected, ...differenceOf(row, unitPrice) };
};

export type CodeQuery = {
  filter: VarianceFilter;
  /** Null for codes without a department. */
  department?: string | null | undefined;
  search?: string | undefined;
  sort: CodeSort;
  page: number;
  pageSize: number;
};

function whereOf({ filter, department, search }: Pick<CodeQuery, "filter" | "department" | "search">): SQL {
  const inDepartment = department === undefined ? sql`true` : sql`department is not distinct from ${department}::text`;
  const pattern = `%${escapeLike(search ?? "")}%`;
  const matches = search
    ? sql`(code like ${`${escapeLike(search)}%`} or description ilike ${pattern} or department ilike ${pattern})`
    : sql`true`;
  return sql`${isInFilter(filter)} and ${inDepartment} and ${matches}`;
}

/** One page of codes; `total` counts those that the filter shows. */
export async function listCodeVariances(
  db: Queryable,
  scope: VarianceScope,
  { page, pageSize, sort, ...query }: CodeQuery,
): Promise<{ items: CodeVariance[]; total: number; page: number }> {
  const tables = varianceTables(scope);
  const where = whereOf(query);
  const read = async (from: number) =>
    (
      await db.execute<CodeRow & { total: number }>(sql`with ${tables}
        select ${CODE_COLUMNS}, count(*) over ()::int as total from code where ${where}
        order by ${ORDERS[sort]} limit ${pageSize} offset ${(from - 1) * pageSize}`)
    ).rows;
  let rows = await read(page);
  let shown = page;
  if (rows.length === 0 && page > 1) {
    const counted = await db.execute<{ total: number }>(sql`with ${tables}
      select count(*)::int as total from code where ${where}`);
    shown = clampPage(page, pageSize, counted.rows[0]?.total ?? 0);
    rows = await read(shown);
  }
  const total = rows[0]?.total ?? 0;
  return { items: rows.map(toCodeVariance), total, page: shown };
}

/** Rows per batch of a download. Each batch sums the stickers again, so it is large. */
const BATCH_ROWS = 10_000;

/** Streams all codes by code, one batch in memory at a time. An open event may change between two batches. */
export async function* codeVarianceBatches(db: Queryable, scope: VarianceScope): AsyncGenerator<CodeVariance[]> {
  for (let after: string | null = null; ;) {
    const isAfter: SQL = after === null ? sql`true` : sql`code > ${after}`;
    const { rows }: { rows: CodeRow[] } = await db.execute<CodeRow>(sql`with ${varianceTables(scope)}
      select ${CODE_COLUMNS} from code where ${isAfter} order by code limit ${BATCH_ROWS}`);
    if (rows.length > 0) yield rows.map(toCodeVariance);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_ROWS) return;
    after = last.code;
  }
}
