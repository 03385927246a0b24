import { PrinterOutlined } from "@ant-design/icons";
import { areaCan } from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useProject } from "../../../../shared/api/use-project.ts";
import { TABLE_FORMATS, startDownload } from "../../../../shared/api/download.ts";
import { reasonOf } from "../../../../shared/api/reason.ts";
import { trpc } from "../../../../shared/api/trpc.ts";
import { useLiveEvent } from "../../../../shared/live/live.ts";
import { DownloadMenu } from "../../../../ui/DownloadMenu.tsx";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { NothingToCompare } from "../NothingToCompare.tsx";
import { VarianceBar } from "../VarianceBar.tsx";
import { useVarianceSearch } from "../use-variance-search.ts";
import { varianceDownloadUrl } from "../variance-download-url.ts";
import { AreasToRecount } from "./AreasToRecount.tsx";
import { PrintedRecount } from "./PrintedRecount.tsx";
import { Recounts } from "./Recounts.tsx";
import { StickersToRecheck } from "./StickersToRecheck.tsx";

/** The areas and stickers whose recheck is worth most, and the areas that are counted twice. */
export function RecountScreen(): ReactElement {
  const { slug, input, measure, change } = useVarianceSearch();
  const event = useProject(slug);
  const { reportSid: _, ...live } = input;
  const { data: list } = useSuspenseQuery(trpc.variance.getRecountList.queryOptions({ ...live, ...measure }));
  useLiveEvent(slug, [trpc.project.getProject.queryKey({ slug }), trpc.variance.pathKey()]);
  const { basis, areas, stickers, recounts } = list;
  const isEmpty = areas.length + stickers.length === 0;
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Recount list</h1>
        <Link to="/projects/$projectId/variance" params={{ projectId: slug }}>
          Variance of <bdi>{event.name}</bdi>
        </Link>
        <span className="pc-grow" />
        <ReasonButton
          icon={<PrinterOutlined />}
          reason={isEmpty ? "There is nothing to recount." : null}
          onClick={() => print()}
        >
          Print
        </ReasonButton>
        {basis !== null && (
          <DownloadMenu
            label="Download"
            downloads={TABLE_FORMATS.map((format) => ({
              title: format.toUpperCase(),
              start: () => startDownload(varianceDownloadUrl(slug, { ...live, basis, table: "recount", format })),
            }))}
          />
        )}
      </div>
      <VarianceBar {...list} onChange={change} />
      <Recounts slug={slug} recounts={recounts} />
      {basis === null && <NothingToCompare event={event} hasItems />}
      {basis !== null && isEmpty && (
        <EmptyState text="Every counted code has its expected quantity: nothing to recount." />
      )}
      {basis !== null && !isEmpty && (
        <>
          <AreasToRecount slug={slug} areas={areas} measure={list.measure} reason={reasonOf(areaCan.edit(event))} />
          <StickersToRecheck slug={slug} stickers={stickers} measure={list.measure} />
        </>
      )}
      <PrintedRecount name={event.name} areas={areas} stickers={stickers} recounts={recounts} />
    </div>
  );
}
