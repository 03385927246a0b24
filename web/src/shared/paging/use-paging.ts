import { type PageSizes, clampPage } from "@precount/domain";
import { useEffect } from "react";
import { type Paging, resolvePaging, storePaging, storedPaging } from "./paging.ts";

type Changes = { page?: number; pageSize?: number };

/**
 * The page of a table that the address asks for. What is shown is stored for the next visit; a page past
 * the end becomes the last once `total` is known (decision 38).
 */
export function usePaging(
  table: string,
  search: Changes,
  total: number | undefined,
  onSearch: (changes: Changes) => void,
  sizes?: PageSizes,
): void {
  const { page, pageSize } = pagingOf(table, search, sizes);
  const last = total === undefined ? page : clampPage(page, pageSize, total);
  useEffect(() => {
    if (last === page) storePaging(table, { page, pageSize });
    else onSearch({ page: last, pageSize });
  }, [table, page, pageSize, last, onSearch]);
}

export const pagingOf = (table: string, search: Changes, sizes?: PageSizes): Paging =>
  resolvePaging(search, storedPaging(table), sizes);
