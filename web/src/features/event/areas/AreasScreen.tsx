import { AREA_PAGES, type Area, type AreaStatus, areaCan, clampPage } from "@precount/domain";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Pagination } from "antd";
import { type ReactElement, useCallback, useDeferredValue, useMemo, useState } from "react";
import { storeImageList } from "../../../shared/images/image-list.ts";
import { useLiveAreas } from "../../../shared/live/live-areas.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { type AreasSearch, mergeSearch, parseAreasSearch } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { pagingOf, usePaging } from "../../../shared/paging/use-paging.ts";
import { Loading } from "../../../ui/Loading.tsx";
import { AreaGrid } from "./AreaGrid.tsx";
import styles from "./Areas.module.css";
import { AreasBar } from "./AreasBar.tsx";
import { AreasWords } from "./AreasWords.tsx";
import { NoAreas } from "./NoAreas.tsx";
import { countOf, filterAreas } from "./filter.ts";
import { type RangeKind, RangeDialog } from "./RangeDialog.tsx";
import { LinkDialog } from "./link/LinkDialog.tsx";
import { SheetsDialog } from "./sheets/SheetsDialog.tsx";
import { useAreaActions } from "./use-area-actions.tsx";

export type AreasChanges = {
  page?: number;
  pageSize?: number;
  search?: string | undefined;
  status?: AreaStatus | undefined;
};

/** Ranges Control: every numbered area of the event, what is missing at a glance. */
export function AreasScreen(): ReactElement {
  const { projectId: slug = "" } = useParams({ strict: false });
  const asked: AreasSearch = useSearch({ strict: false, select: parseAreasSearch, structuralSharing: true });
  // What is typed is seen at once; the tiles follow, and not letter by letter when letters come faster than they do.
  const search = useDeferredValue(asked);
  const navigate = useNavigate();
  const change = useCallback(
    (changes: AreasChanges) =>
      void navigate({ to: ".", search: (now) => mergeSearch(parseAreasSearch(now), changes), replace: true }),
    [navigate],
  );
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  useLiveAreas(slug);
  const { data: areas } = useQuery(
    trpc.area.fetchAllAreasWithStatus.queryOptions(
      { project: { slug } },
      { throwOnError: (_error, { state }) => state.data === undefined },
    ),
  );
  const { shown, counts } = useMemo(
    () => filterAreas(areas ?? NONE, { search: search.search, status: search.status }),
    [areas, search.search, search.status],
  );
  const table = `areas.${slug}`;
  const paging = pagingOf(table, search, AREA_PAGES);
  usePaging(table, search, areas && shown.length, change, AREA_PAGES);
  const page = clampPage(paging.page, paging.pageSize, shown.length);
  const visible = useMemo(
    () => shown.slice((page - 1) * paging.pageSize, page * paging.pageSize),
    [shown, page, paging.pageSize],
  );
  const [range, setRange] = useState<RangeKind | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [linking, setLinking] = useState<Area | null>(null);
  const editReason = reasonOf(areaCan.edit(event));
  const drill = useCallback(
    (imageSid: string) => {
      // Previous and next on the review screen go on to the next area's photo (spec §2).
      storeImageList(slug, [...new Set(shown.flatMap((area) => area.imageSid ?? []))]);
      void navigate({
        to: "/projects/$projectId/areas/images/$imageId",
        params: { projectId: slug, imageId: imageSid },
      });
    },
    [navigate, slug, shown],
  );
  const actions = useAreaActions(event, {
    drill,
    link: setLinking,
    capture: ({ name }) =>
      void navigate({
        to: "/projects/$projectId/capture",
        params: { projectId: slug },
        search: { area: Number(name) },
      }),
    upload: ({ name }) =>
      void navigate({
        to: "/projects/$projectId/eventImages/upload",
        params: { projectId: slug },
        search: { area: Number(name) },
      }),
  });
  if (areas === undefined) return <Loading />;
  return (
    <>
      <AreasBar
        slug={slug}
        search={asked}
        counts={counts}
        reason={editReason}
        isEmpty={areas.length === 0}
        onRange={setRange}
        onSheets={() => setPrinting(true)}
        onSearch={change}
      />
      {shown.length === 0 ? (
        <NoAreas
          isFiltered={areas.length > 0}
          reason={editReason}
          onAdd={() => setRange("create")}
          onClear={() => change({ search: undefined, status: undefined, page: 1 })}
        />
      ) : (
        <>
          <AreasWords search={search} shown={shown.length} counts={countOf(areas)} onSearch={change} />
          <AreaGrid
            areas={visible}
            slug={slug}
            actions={actions}
            onTurn={(by) => {
              const next = clampPage(page + by, paging.pageSize, shown.length);
              if (next !== page) change({ page: next });
              return next !== page;
            }}
          />
          <Pagination
            className={styles["pages"] ?? ""}
            align="end"
            current={page}
            pageSize={paging.pageSize}
            total={shown.length}
            showSizeChanger
            pageSizeOptions={[...AREA_PAGES.options]}
            showTotal={(total, [from, to]) => `${from}–${to} of ${total}`}
            onChange={(now, pageSize) => change({ page: pageSize === paging.pageSize ? now : 1, pageSize })}
          />
        </>
      )}
      <RangeDialog slug={slug} kind={range} onClose={() => setRange(null)} />
      <SheetsDialog slug={slug} areas={areas} isOpen={isPrinting} onClose={() => setPrinting(false)} />
      <LinkDialog slug={slug} area={linking} onClose={() => setLinking(null)} />
    </>
  );
}

const NONE: readonly Area[] = [];
