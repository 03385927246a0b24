import {
  type ReportContents,
  type ReportException,
  type ReportExceptionKind,
  type SkuSort,
  clampPage,
} from "@precount/domain";
import type { Queryable } from "../connect.ts";
import { type SQL, and, eq, sql } from "../drizzle.ts";
import { reports } from "../schema/reports.ts";
import { exceptionsOf, skusOf } from "./contents.ts";

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

/** One page of a report's exceptions, of one kind or all, in their stored order. */
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
