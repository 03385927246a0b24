import { AREA_PAGES, type Area, areaCan, clampPage } from "@precount/domain";
import { useParams } from "@tanstack/react-router";
import { Pagination } from "antd";
import { type ReactElement, useState } from "react";
import { useProject } from "../../../shared/api/use-project.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { useReturn, useReturnScroll } from "../../../shared/paging/list-visits.ts";
import { Loading } from "../../../ui/Loading.tsx";
import { AreaGrid } from "./AreaGrid.tsx";
import styles from "./Areas.module.css";
import { AreasBar } from "./AreasBar.tsx";
import { AreasSummary } from "./AreasSummary.tsx";
import { countOf } from "./filter.ts";
import { LinkDialog } from "./link/LinkDialog.tsx";
import { OrphanTray } from "./orphans/OrphanTray.tsx";
import { NoAreas } from "./NoAreas.tsx";
import { RangeDialog, type RangeKind } from "./RangeDialog.tsx";
import { SheetsDialog } from "./sheets/SheetsDialog.tsx";
import { useAreaActions } from "./use-area-actions.tsx";
import { useAreaNavigation } from "./use-area-navigation.ts";
import { useAreasPage } from "./use-areas-page.ts";

/** Ranges Control: every numbered area of the event with its status. */
export function AreasScreen(): ReactElement {
  const { projectId: slug = "" } = useParams({ strict: false });
  const event = useProject(slug);
  const { areas, search, tilesSearch, change, shown, counts, page, pageSize, visible } = useAreasPage(slug);
  const [range, setRange] = useState<RangeKind | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [linking, setLinking] = useState<Area | null>(null);
  const actions = useAreaActions(event, { ...useAreaNavigation(slug, shown), link: setLinking });
  const editReason = reasonOf(areaCan.edit(event));
  const returned = useReturn();
  useReturnScroll(returned, areas !== undefined);
  if (areas === undefined) return <Loading />;
  return (
    <>
      <AreasBar
        slug={slug}
        search={search}
        counts={counts}
        reason={editReason}
        isEmpty={areas.length === 0}
        isArchived={event.isArchived}
        onRange={setRange}
        onSheets={() => setPrinting(true)}
        onSearch={change}
      />
      <OrphanTray event={event} />
      {shown.length === 0 ? (
        <NoAreas
          isFiltered={areas.length > 0}
          reason={editReason}
          onAdd={() => setRange("create")}
          onClear={() => change({ search: undefined, status: undefined, page: 1 })}
        />
      ) : (
        <>
          <AreasSummary search={tilesSearch} shown={shown.length} counts={countOf(areas)} onSearch={change} />
          <AreaGrid
            areas={visible}
            slug={slug}
            actions={actions}
            returnedFrom={returned?.from ?? null}
            onChangePage={(by) => {
              const next = clampPage(page + by, pageSize, shown.length);
              if (next !== page) change({ page: next });
              return next !== page;
            }}
          />
          <Pagination
            className={styles["pages"] ?? ""}
            align="end"
            current={page}
            pageSize={pageSize}
            total={shown.length}
            showSizeChanger
            pageSizeOptions={[...AREA_PAGES.options]}
            showTotal={(total, [from, to]) => `${from}–${to} of ${total}`}
            onChange={(current, size) => change({ page: size === pageSize ? current : 1, pageSize: size })}
          />
        </>
      )}
      <RangeDialog slug={slug} kind={range} onClose={() => setRange(null)} />
      <SheetsDialog slug={slug} areas={areas} isOpen={isPrinting} onClose={() => setPrinting(false)} />
      <LinkDialog slug={slug} area={linking} onClose={() => setLinking(null)} />
    </>
  );
}
