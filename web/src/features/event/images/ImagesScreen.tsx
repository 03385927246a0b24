import { useStore } from "@precount/annotator/react";
import { type ImageListItem, eventIsOpen, projectCan } from "@precount/domain";
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ReactElement, useDeferredValue, useEffect } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { RejectDialog } from "../../../shared/images/reject/RejectDialog.tsx";
import { extendImageList, storeImageList } from "../../../shared/images/image-list.ts";
import { imagesQueryInput, matchingQueryInput } from "../../../shared/images/images-query.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { LIST_QUERY_OPTIONS } from "../../../shared/paging/list-query-options.ts";
import { useReturn, useReturnScroll } from "../../../shared/paging/list-visits.ts";
import { type ImagesSearch, parseImagesSearch } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useTable } from "../../../shared/paging/use-table.ts";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";
import { BulkBar } from "./bulk/BulkBar.tsx";
import { DetectDialog } from "./bulk/DetectDialog.tsx";
import { FilterSummary } from "./FilterSummary.tsx";
import { ImageFilters } from "./ImageFilters.tsx";
import { ImagesTable } from "./ImagesTable.tsx";
import type { ImageActions } from "./RowActions.tsx";
import styles from "./Images.module.css";
import { useImageActions } from "./use-image-actions.ts";
import { useRetry } from "./use-retry.ts";
import { type Selection, useSelection } from "./use-selection.ts";

const NO_IMAGES: readonly ImageListItem[] = [];

export function ImagesScreen(): ReactElement {
  // Used by two routes: of an event and of an archived event.
  const { projectId: slug = "" } = useParams({ strict: false });
  const table = useTable(`images.${slug}`, parseImagesSearch);
  const { search, change } = table;
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  const { data: queue } = useQuery(trpc.project.getQueue.queryOptions({ slug }));
  const query = useQuery(
    trpc.project.fetchProjectWithImages.queryOptions(imagesQueryInput(slug, table.paging, search), LIST_QUERY_OPTIONS),
  );
  const returned = useReturn();
  useStoredImageList(slug, search, returned !== null);
  useReturnScroll(returned, !query.isPending);
  const selection = useSelection(JSON.stringify([slug, search.search, search.status, search.mark]));
  // Deferred, so that a checkbox is painted before the bulk actions render.
  const selected = useDeferredValue(useStore(selection.sids, (sids) => sids));
  const bulk = useImageActions((done) => selection.toggle(done, false));
  const retry = useRetry(slug);
  const actions = useRowActions(bulk, retry);
  const user = useAuthUser();
  const selectAll = useSelectAll(slug, search, selection);
  const { total, counts, below, withoutArea } = query.data ?? {};
  const failed = queue?.failedImages ?? 0;
  return (
    <>
      <ImageFilters
        search={search}
        counts={counts}
        marks={query.data && { below: below ?? 0, failed, "no-area": withoutArea ?? 0 }}
        hasAreas={event.areas > 0}
        onSearch={change}
      />
      <div className={styles["head"]}>
        {selected.size > 0 ? (
          <BulkBar
            count={selected.size}
            total={total ?? 0}
            reason={reasonOf(eventIsOpen(event))}
            progress={bulk.progress}
            isSelectingAll={selectAll.isPending}
            onSelectAll={() => selectAll.mutate()}
            onClear={() => selection.select([])}
            onRun={(verb) => bulk.run(verb, [...selection.sids.get()])}
          />
        ) : (
          <FilterSummary
            search={search}
            total={total}
            all={event.images.total}
            failed={failed}
            retryReason={reasonOf(projectCan.analyze(event, user))}
            isRetrying={retry.isRetryingAll}
            onRetryAll={retry.all}
            onSearch={change}
          />
        )}
      </div>
      <ImagesTable
        event={event}
        images={query.data?.images ?? NO_IMAGES}
        total={total}
        isPending={query.isPending}
        isStale={query.isPlaceholderData}
        table={table}
        selection={selection}
        actions={actions}
        returnedFrom={returned?.from ?? null}
      />
      <RejectDialog
        title={bulk.rejectSids?.length === 1 ? "Why is this photo rejected?" : "Why are these photos rejected?"}
        isOpen={bulk.rejectSids !== null}
        onReject={bulk.reject}
        onClose={bulk.closeReject}
      />
      <DetectDialog count={bulk.detectSids?.length ?? null} onDetect={bulk.detect} onClose={bulk.closeDetect} />
    </>
  );
}

/** The actions of a row. They are stable, so that rows do not re-render when the selection changes. */
function useRowActions(
  bulk: Pick<ReturnType<typeof useImageActions>, "run">,
  retry: Pick<ReturnType<typeof useRetry>, "one">,
): ImageActions {
  const run = useStableCallback(bulk.run);
  const retryOne = useStableCallback(retry.one);
  return {
    change: (verb, sid) => run(verb, [sid]),
    detect: (sid) => run("detect", [sid]),
    retry: retryOne,
  };
}

/** Selects all images that match the current filters, on every page. */
function useSelectAll(slug: string, search: ImagesSearch, selection: Selection) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      queryClient.fetchQuery(
        trpc.image.listMatchingImages.queryOptions(matchingQueryInput(slug, search), { staleTime: 0 }),
      ),
    onSuccess: selection.select,
  });
}

/** Stores the ids of all pages as they were when the list was opened: previous and next in the review follow them (spec §2). */
function useStoredImageList(slug: string, search: ImagesSearch, isReturn: boolean): void {
  const input = matchingQueryInput(slug, search);
  const filter = JSON.stringify(input);
  const { data: sids } = useQuery(trpc.image.listMatchingImages.queryOptions(input, { refetchOnMount: "always" }));
  useEffect(() => {
    if (sids) (isReturn ? extendImageList : storeImageList)(slug, sids, filter);
  }, [slug, sids, filter, isReturn]);
}
