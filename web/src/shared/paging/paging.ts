import { type PageSizes, TABLE_PAGES, pickPageSize } from "@precount/domain";
import { z } from "zod";

export type Paging = { page: number; pageSize: number };
type MaybePaging = { page?: number | undefined; pageSize?: number | undefined };

const storedSchema = z.object({ page: z.int().min(1), pageSize: z.int() }).partial();
const key = (table: string): string => `paging.${table}`;

/** PD-38: the URL, else the stored value, else the default. */
export function resolvePaging(search: MaybePaging, stored: MaybePaging, sizes: PageSizes = TABLE_PAGES): Paging {
  return {
    page: search.page ?? stored.page ?? 1,
    pageSize: pickPageSize(search.pageSize ?? stored.pageSize, sizes),
  };
}

export function storedPaging(table: string): MaybePaging {
  try {
    return storedSchema.parse(JSON.parse(sessionStorage.getItem(key(table)) ?? "{}"));
  } catch {
    return {}; // Written by an older version.
  }
}

export function storePaging(table: string, paging: Paging): void {
  sessionStorage.setItem(key(table), JSON.stringify(paging));
}
