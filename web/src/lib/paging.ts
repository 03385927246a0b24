import { z } from "zod";

/** Spec §9. */
export const PAGE_SIZES = [10, 20, 30] as const;
export const DEFAULT_PAGE_SIZE = 10;

export type Paging = { page: number; pageSize: number };
type MaybePaging = { page?: number | undefined; pageSize?: number | undefined };

const storedSchema = z.object({ page: z.int().min(1), pageSize: z.int() });
const key = (table: string): string => `paging.${table}`;

/** Decision 38: the address, else what was stored, else the default; a size that is no option is the default. */
export function resolvePaging(search: MaybePaging, stored: MaybePaging): Paging {
  const isOption = (size: number | undefined): size is number => PAGE_SIZES.some((option) => option === size);
  const pageSize = [search.pageSize ?? stored.pageSize].find(isOption) ?? DEFAULT_PAGE_SIZE;
  return { page: search.page ?? stored.page ?? 1, pageSize };
}

/** A page past the end is the last one. */
export function clampPage({ page, pageSize }: Paging, total: number): number {
  return Math.max(1, Math.min(page, Math.ceil(total / pageSize)));
}

export function storedPaging(table: string): MaybePaging {
  try {
    return storedSchema.partial().parse(JSON.parse(sessionStorage.getItem(key(table)) ?? "{}"));
  } catch {
    return {}; // Somebody else's or an older version's: as good as nothing.
  }
}

export function storePaging(table: string, paging: Paging): void {
  sessionStorage.setItem(key(table), JSON.stringify(paging));
}
