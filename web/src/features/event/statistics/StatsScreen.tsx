import { ArrowLeftOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { type ReactElement, useCallback } from "react";
import { TABLE_FORMATS, downloadUrl, startDownload } from "../../../shared/api/download.ts";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { mergeSearch } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { pagingOf, usePaging } from "../../../shared/paging/use-paging.ts";
import { DownloadMenu } from "../../../ui/DownloadMenu.tsx";
import { StatsFilters } from "./StatsFilters.tsx";
import { StatsTable } from "./StatsTable.tsx";
import type { StatsChanges } from "./stats-changes.ts";

const route = getRouteApi("/private/projects/$projectId/eventImages/stats");

/** What was found and corrected in each image of an event (spec §3, 'Image stats'). */
export function StatsScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const found = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changes: StatsChanges) => void navigate({ search: (now) => mergeSearch(now, changes), replace: true }),
    [navigate],
  );
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  const table = `stats.${slug}`;
  const paging = pagingOf(table, found);
  const { search, status, sort } = found;
  const query = useQuery(
    trpc.project.getProjectStats.queryOptions(
      { slug, ...paging, ...(search && { search }), ...(status && { status }), ...(sort && { sort }) },
      { placeholderData: keepPreviousData, throwOnError: (_error, { state }) => state.data === undefined },
    ),
  );
  usePaging(table, found, query.data?.total, change);
  useLiveEvent(slug, [trpc.project.getProjectStats.queryKey(), trpc.project.getProject.queryKey({ slug })]);
  const downloads = (what: "stats" | "labels-stats") =>
    TABLE_FORMATS.map((format) => ({
      title: format.toUpperCase(),
      start: () => startDownload(downloadUrl(slug, what, format)),
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
      <StatsFilters search={found} total={query.data?.total} counts={query.data?.counts} onSearch={change} />
      <StatsTable
        slug={slug}
        stats={query.data}
        isPending={query.isPending}
        paging={paging}
        search={found}
        onSearch={change}
      />
    </div>
  );
}

/** The statistics lie below the list: this is not the current page. */
const EXACT = { exact: true };
