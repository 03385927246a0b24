import { PAIR_STATUSES, type PairStatus, pairCan } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Link, getRouteApi } from "@tanstack/react-router";
import { Pagination } from "antd";
import { type ReactElement, useState } from "react";
import { useProject } from "../../../shared/api/use-project.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { LIST_QUERY_OPTIONS } from "../../../shared/paging/list-query-options.ts";
import { parseDuplicatesSearch } from "../../../shared/paging/search.ts";
import { useStoredPage, useTable } from "../../../shared/paging/use-table.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { PhotoPairSection } from "./PhotoPairSection.tsx";
import type { PhotoPair } from "./types.ts";
import { usePairActions } from "./use-pair-actions.ts";
import { usePairKeys } from "./use-pair-keys.ts";

const route = getRouteApi("/private/projects/$projectId/duplicates");

const TITLES: Readonly<Record<PairStatus, string>> = {
  suspected: "To decide",
  same: "Same sticker",
  two: "Two stickers",
};
const EMPTY: Readonly<Record<PairStatus, string>> = {
  suspected: "No sticker seems to be in two photos. Photos are searched whenever their results change.",
  same: "No pair was merged.",
  two: "No pair was decided to be two stickers.",
};

/** The stickers that two photos of the event show (PD-93), side by side. */
export function DuplicatesScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const user = useAuthUser();
  const event = useProject(slug);
  const table = useTable(`duplicates.${slug}`, parseDuplicatesSearch);
  const status = table.search.show ?? "suspected";
  const { data } = useQuery(
    trpc.duplicate.fetchPhotoPairs.queryOptions(
      { project: { slug }, status, first: table.search.pair, ...table.paging },
      LIST_QUERY_OPTIONS,
    ),
  );
  useLiveEvent(slug, [trpc.duplicate.fetchPhotoPairs.queryKey()]);
  useStoredPage(table, data?.total);
  const actions = usePairActions(slug);
  const reason = reasonOf(pairCan.search(event, user));
  const items = data?.items ?? [];
  const { current, setCurrent } = useCurrentPair(items, table.search.pair ?? "", (pairs, next) => {
    if (reason === null && !actions.isDeciding) actions.decide(pairs, next);
  });
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1 title={event.name}>
          Stickers in two photos: <bdi>{event.name}</bdi>
        </h1>
        <span className="pc-grow" />
        <ReasonButton reason={reason} loading={actions.isSearching} onClick={actions.search}>
          Search again
        </ReasonButton>
      </div>
      <SegmentedControl<PairStatus>
        aria-label="Decision"
        style={{ marginBottom: 12 }}
        value={status}
        options={PAIR_STATUSES.map((value) => ({ value, label: withCount(TITLES[value], data?.counts[value]) }))}
        onChange={(show) => table.change({ show: show === "suspected" ? undefined : show, page: 1 })}
      />
      {data === undefined && <LoadingRows />}
      {data?.total === 0 &&
        (event.images.total === 0 ? (
          <EmptyState text="There are no photos in this event yet. Stickers that two of them show appear here.">
            <Link to="/projects/$projectId/eventImages/upload" params={{ projectId: slug }}>
              Upload the first one
            </Link>
          </EmptyState>
        ) : (
          <EmptyState text={EMPTY[status]} />
        ))}
      {items.map((photos) => (
        <PhotoPairSection
          key={`${photos.a.sid} ${photos.b.sid}`}
          slug={slug}
          photos={photos}
          current={current}
          reason={reason ?? (actions.isDeciding ? "Please wait." : null)}
          onCurrent={setCurrent}
          onDecide={actions.decide}
        />
      ))}
      {data !== undefined && data.total > 0 && (
        <Pagination
          current={data.page}
          pageSize={table.paging.pageSize}
          total={data.total}
          showSizeChanger
          pageSizeOptions={[10, 20, 30]}
          onChange={(page, pageSize) => table.change({ page, pageSize })}
        />
      )}
    </div>
  );
}

const withCount = (title: string, count: number | undefined): string =>
  count ? `${title} · ${count.toLocaleString("en-GB")}` : title;

/** The pair that the keys are about: the one that the address names or the first one until another is chosen, and the next one after a decision. */
function useCurrentPair(
  items: readonly PhotoPair[],
  initial: string,
  decide: (pairs: readonly string[], status: PairStatus) => void,
): { current: string | null; setCurrent: (sid: string) => void } {
  const [chosen, setCurrent] = useState<{ sid: string; position: number }>({ sid: initial, position: 0 });
  const pairs = items.flatMap((photos) => photos.pairs.map((pair) => ({ ...pair, photos })));
  const found = pairs.findIndex(({ sid }) => sid === chosen.sid);
  const position = found >= 0 ? found : Math.min(chosen.position, pairs.length - 1);
  const current = pairs[position];
  const choose = (next: number): void => {
    const pair = pairs[next];
    if (pair) setCurrent({ sid: pair.sid, position: next });
  };
  const run = (sids: readonly string[], status: PairStatus): void => {
    if (!current || current.status === status) return;
    setCurrent({ sid: current.sid, position });
    decide(sids, status);
  };
  usePairKeys({
    "1": () => current && run([current.sid], "same"),
    "2": () => current && run([current.sid], "two"),
    "3": () =>
      current &&
      run(
        current.photos.pairs.map(({ sid }) => sid),
        "same",
      ),
    ArrowDown: () => choose(position + 1),
    ArrowUp: () => choose(position - 1),
  });
  return {
    current: current?.sid ?? null,
    setCurrent: (sid) =>
      setCurrent({
        sid,
        position: Math.max(
          0,
          pairs.findIndex((pair) => pair.sid === sid),
        ),
      }),
  };
}
