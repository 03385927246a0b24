import { ArrowLeftOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useProject } from "../../../shared/api/use-project.ts";
import { TABLE_FORMATS, downloadUrl, startDownload } from "../../../shared/api/download.ts";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { LIST_QUERY_OPTIONS } from "../../../shared/paging/list-query-options.ts";
import { parseStatsSearch } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useTable } from "../../../shared/paging/use-table.ts";
import { DownloadMenu } from "../../../ui/DownloadMenu.tsx";
import { StatsCharts } from "./StatsCharts.tsx";
import { StatsFilters } from "./StatsFilters.tsx";
import { StatsTable } from "./StatsTable.tsx";

const route = getRouteApi("/private/projects/$projectId/eventImages/stats");

/** The results and corrections of each image of an event (spec §3, 'Image stats'). */
export function StatsScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const event = useProject(slug);
  const table = useTable(`stats.${slug}`, parseStatsSearch);
  const { search, status, sort } = table.search;
  const query = useQuery(
    trpc.project.getProjectStats.queryOptions(
      { slug, ...table.paging, ...(search && { search }), ...(status && { status }), ...(sort && { sort }) },
      LIST_QUERY_OPTIONS,
    ),
  );
  useLiveEvent(slug, [trpc.project.getProjectStats.queryKey(), trpc.project.getProject.queryKey({ slug })]);
  const downloads = (kind: "stats" | "labels-stats") =>
    TABLE_FORMATS.map((format) => ({
      title: format.toUpperCase(),
      start: () => startDownload(downloadUrl(slug, kind, format)),
    }));
  return (
    <div className="pc-page">
      <Link
        className="pc-back"
        to="/projects/$projectId/eventImages"
        params={{ projectId: slug }}
        activeOptions={EXACT}
      >
        <ArrowLeftOutlined aria-hidden /> Back to <bdi>{event.name}</bdi>
      </Link>
      <div className="pc-titlebar" style={{ marginTop: 8 }}>
        <h1>Image statistics</h1>
        <span className="pc-grow" />
        <DownloadMenu label="Download statistics" downloads={downloads("stats")} />
        <DownloadMenu label="Download labels" downloads={downloads("labels-stats")} />
      </div>
      <StatsCharts slug={slug} />
      <StatsFilters
        search={table.search}
        total={query.data?.total}
        counts={query.data?.counts}
        onSearch={table.change}
      />
      <StatsTable slug={slug} stats={query.data} isPending={query.isPending} table={table} />
    </div>
  );
}

/** The path of the statistics starts with the path of the list, which is not the current page. */
const EXACT = { exact: true };
