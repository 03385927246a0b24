import { AREA_PAGES, type Area, type AreaStatus, clampPage } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { useLiveAreas } from "../../../shared/live/live-areas.ts";
import { type AreasSearch, parseAreasSearch } from "../../../shared/paging/search.ts";
import { useStoredPage, useTableState } from "../../../shared/paging/use-table.ts";
import { type ChangeSearch, useUrlSearch } from "../../../shared/paging/use-url-search.ts";
import { filterAreas } from "./filter.ts";

type AreasPage = {
  /** All areas of the event, undefined while loading. */
  areas: readonly Area[] | undefined;
  /** The filter of the controls. */
  search: AreasSearch;
  /** The filter of the tiles, which may lag behind while the user types. */
  tilesSearch: AreasSearch;
  change: ChangeSearch<AreasSearch>;
  /** The areas that match the filter, on all pages. */
  shown: readonly Area[];
  counts: Readonly<Record<AreaStatus, number>>;
  page: number;
  pageSize: number;
  /** The areas of the current page. */
  visible: readonly Area[];
};

const NO_AREAS: readonly Area[] = [];

/** The live areas of an event with the filter and the page in the URL. */
export function useAreasPage(slug: string): AreasPage {
  const [search, change] = useUrlSearch(parseAreasSearch);
  // Deferred: the search field updates immediately, the tiles when rendering catches up.
  const tilesSearch = useDeferredValue(search);
  useLiveAreas(slug);
  const { data: areas } = useQuery(
    trpc.area.fetchAllAreasWithStatus.queryOptions(
      { project: { slug } },
      { throwOnError: (_error, { state }) => state.data === undefined },
    ),
  );
  const { shown, counts } = filterAreas(areas ?? NO_AREAS, { search: tilesSearch.search, status: tilesSearch.status });
  const table = useTableState(`areas.${slug}`, tilesSearch, change, AREA_PAGES);
  useStoredPage(table, areas && shown.length);
  const { pageSize } = table.paging;
  const page = clampPage(table.paging.page, pageSize, shown.length);
  const visible = shown.slice((page - 1) * pageSize, page * pageSize);
  return { areas, search, tilesSearch, change, shown, counts, page, pageSize, visible };
}
