import { type PageSizes, TABLE_PAGES, clampPage } from "@precount/domain";
import type { TableProps } from "antd";
import { useEffect, useMemo } from "react";
import { type Paging, resolvePaging, storePaging, storedPaging } from "./paging.ts";
import { sortOf } from "./sort.ts";
import { type ChangeSearch, useUrlSearch } from "./use-url-search.ts";

type PagedSearch = { page?: number | undefined; pageSize?: number | undefined; sort?: string | undefined };
/** A list in any of its search types. As a method, `change` also accepts functions with a narrower sort order. */
type PagedTable = {
  /** The key under which the page is stored (PD-38). */
  name: string;
  paging: Paging;
  sizes: PageSizes;
  search: PagedSearch;
  // oxlint-disable-next-line typescript/method-signature-style -- see above
  change(this: void, changes: PagedSearch): void;
};

/** The search parameters of a list, and the page that they or the last visit name. */
export type TableState<S extends PagedSearch> = PagedTable & { search: S; change: ChangeSearch<S> };

/** The state of a list for given search parameters. It keeps its identity until they change. */
export const useTableState = <S extends PagedSearch>(
  name: string,
  search: S,
  change: ChangeSearch<S>,
  sizes: PageSizes = TABLE_PAGES,
): TableState<S> =>
  useMemo(
    () => ({ name, search, change, sizes, paging: resolvePaging(search, storedPaging(name), sizes) }),
    [name, search, change, sizes],
  );

/** The state of a list whose search parameters are in the URL. */
export const useTable = <S extends PagedSearch>(
  name: string,
  parse: (raw: Record<string, unknown>) => S,
): TableState<S> => useTableState(name, ...useUrlSearch(parse));

/**
 * Stores the current page for the next visit, and names it in the URL, so that a copied link opens the same page. A page past the end
 * becomes the last one when `total` is known (PD-38).
 */
export function useStoredPage({ name, paging, search, change }: PagedTable, total: number | undefined): void {
  const { page, pageSize } = paging;
  const last = total === undefined ? page : clampPage(page, pageSize, total);
  const isInUrl = search.page === last && search.pageSize === pageSize;
  useEffect(() => {
    if (last === page) storePaging(name, { page, pageSize });
    if (!isInUrl) change({ page: last, pageSize });
  }, [name, page, pageSize, last, isInUrl, change]);
}

type ListTableProps<Row> = Pick<TableProps<Row>, "className" | "size" | "scroll" | "pagination" | "onChange">;

/**
 * The props of a paged Ant Design table (spec §9). It keeps page, page size and sort order in the URL.
 * @param total the number of rows on all pages; undefined while loading
 * @param sorts the sort orders that the URL may name
 */
export function useTableProps<Row>(
  table: PagedTable,
  total: number | undefined,
  sorts?: readonly string[],
): ListTableProps<Row> {
  useStoredPage(table, total);
  const { page, pageSize } = table.paging;
  return {
    className: "pc-panel",
    size: "middle",
    scroll: { x: "max-content" },
    pagination: {
      current: page,
      pageSize,
      total: total ?? 0,
      pageSizeOptions: [...table.sizes.options],
      showSizeChanger: true,
      showTotal: (all, [from, to]) => `${from}–${to} of ${all}`,
      placement: ["bottomEnd"],
    },
    onChange: ({ current = 1, pageSize: size = pageSize }, _filters, sorter) => {
      const sort = sortOf(sorter);
      table.change({
        page: size === pageSize ? current : 1,
        pageSize: size,
        ...(sorts && { sort: sorts.find((known) => known === sort) }),
      });
    },
  };
}
