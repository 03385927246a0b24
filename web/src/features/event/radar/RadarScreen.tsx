import { type Project, radarCan } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { Pagination } from "antd";
import { type ReactElement, useState } from "react";
import { useProject } from "../../../shared/api/use-project.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { UNBATCHED, trpc } from "../../../shared/api/trpc.ts";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { LIST_QUERY_OPTIONS } from "../../../shared/paging/list-query-options.ts";
import { parseRadarSearch } from "../../../shared/paging/search.ts";
import { useStoredPage, useTable } from "../../../shared/paging/use-table.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { AcceptDialog } from "./AcceptDialog.tsx";
import { FindingItem } from "./FindingItem.tsx";
import { RadarBar } from "./RadarBar.tsx";
import { RadarFilters } from "./RadarFilters.tsx";
import { RecheckDialog } from "./RecheckDialog.tsx";
import { isFiltered, toFindingsInput } from "./filters.ts";
import styles from "./Radar.module.css";
import { useFindingActions } from "./use-finding-actions.ts";
import type { RadarSummary, ShownFinding } from "./types.ts";

const route = getRouteApi("/private/projects/$projectId/home/radar");

/** The plausibility radar of an event: what looks wrong in the count, the costliest first. */
export function RadarScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const user = useAuthUser();
  const event = useProject(slug);
  const table = useTable(`radar.${slug}`, parseRadarSearch);
  const { data } = useQuery(
    trpc.radar.fetchFindings.queryOptions(toFindingsInput(slug, table.search, table.paging), {
      ...LIST_QUERY_OPTIONS,
      trpc: UNBATCHED,
    }),
  );
  const { data: summary } = useQuery(trpc.radar.fetchSummary.queryOptions({ slug }, { trpc: UNBATCHED }));
  useLiveEvent(slug, [trpc.radar.fetchFindings.queryKey()]);
  useStoredPage(table, data?.total);
  const { selected, select, clear } = useKeySelection();
  const [accepting, setAccepting] = useState<readonly string[]>([]);
  const [rechecking, setRechecking] = useState<ShownFinding | null>(null);
  const actions = useFindingActions(slug, () => {
    clear();
    setAccepting([]);
  });
  const reason = reasonOf(radarCan.decide(event, user));
  if (data === undefined || summary === undefined) return <Loading />;
  const keys = data.findings.map(({ key }) => key);
  const shown = keys.filter((key) => selected.has(key));
  const isAccepted = table.search.show === "accepted";
  return (
    <>
      <RadarFilters search={table.search} summary={summary} onChange={table.change} />
      <Hints slug={slug} summary={summary} />
      {data.total === 0 ? (
        <Nothing event={event} summary={summary} isFiltered={isFiltered(table.search)} isAccepted={isAccepted} />
      ) : (
        <>
          <RadarBar
            total={data.total}
            page={keys}
            selected={shown}
            isAccepted={isAccepted}
            reason={actions.isRunning ? "Please wait." : reason}
            onSelect={select}
            onAccept={() => setAccepting(shown)}
            onReopen={() => actions.reopen(shown)}
          />
          <ul className={styles["findings"]} aria-label="Findings">
            {data.findings.map((finding) => (
              <FindingItem
                key={finding.key}
                slug={slug}
                finding={finding}
                isSelected={selected.has(finding.key)}
                reason={reason}
                onSelect={(isOn) => select([finding.key], isOn)}
                onAccept={() => setAccepting([finding.key])}
                onReopen={() => actions.reopen([finding.key])}
                onRecheck={() => setRechecking(finding)}
              />
            ))}
          </ul>
          <Pagination
            className={styles["pages"] ?? ""}
            current={data.page}
            pageSize={table.paging.pageSize}
            total={data.total}
            showSizeChanger
            pageSizeOptions={[10, 20, 30]}
            onChange={(page, pageSize) => table.change({ page, pageSize })}
          />
        </>
      )}
      <AcceptDialog
        count={accepting.length}
        isPending={actions.isRunning}
        onAccept={(text) => actions.accept(accepting, text)}
        onClose={() => setAccepting([])}
      />
      <RecheckDialog slug={slug} finding={rechecking} onClose={() => setRechecking(null)} />
    </>
  );
}

/** The keys of the selected findings. */
function useKeySelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (changed: readonly string[], isOn: boolean): void =>
    setSelected(new Set(isOn ? [...selected, ...changed] : [...selected].filter((key) => !changed.includes(key))));
  return { selected, select, clear: () => setSelected(new Set()) };
}

/** Names the comparisons that are not possible yet, and how to make them possible. */
function Hints({ slug, summary }: { slug: string; summary: RadarSummary }): ReactElement | null {
  const { hasItems, isComplete } = summary;
  if (hasItems && isComplete) return null;
  return (
    <p className={`${styles["hints"] ?? ""} pc-quiet`}>
      {!hasItems && (
        <>
          Without an item list, the radar cannot check codes or compare quantities with the expected ones.{" "}
          <Link to="/projects/$projectId/items" params={{ projectId: slug }}>
            Open the item list
          </Link>{" "}
        </>
      )}
      {!isComplete && "Findings about missing units appear once every area has a photo that was read."}
    </p>
  );
}

type NothingProps = { event: Project; summary: RadarSummary; isFiltered: boolean; isAccepted: boolean };

function Nothing({ event, summary, isFiltered, isAccepted }: NothingProps): ReactElement {
  if (isFiltered) return <EmptyState text="No finding matches the filters." />;
  if (isAccepted) return <EmptyState text="No finding has been accepted." />;
  if (event.images.total === 0) {
    return (
      <EmptyState text="There are no photos in this event yet. The radar judges the stickers that are read in them.">
        <Link to="/projects/$projectId/eventImages/upload" params={{ projectId: event.slug }}>
          Upload the first one
        </Link>
      </EmptyState>
    );
  }
  const { accepted } = summary;
  const rest =
    accepted === 0 ? "" : accepted === 1 ? " 1 finding was accepted." : ` ${accepted} findings were accepted.`;
  return <EmptyState text={`Nothing looks wrong in the photos that were read.${rest}`} />;
}
