import { useStore } from "@precount/annotator/react";
import { type ImageListItem, eventIsOpen, projectCan } from "@precount/domain";
import { keepPreviousData, useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactElement, useCallback, useDeferredValue, useEffect, useMemo } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { storeImageList } from "../../../shared/images/image-list.ts";
import { imagesQueryInput, matchingQueryInput } from "../../../shared/images/images-query.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import { type ImagesSearch, mergeSearch, parseImagesSearch } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { pagingOf, usePaging } from "../../../shared/paging/use-paging.ts";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";
import { BulkBar } from "./bulk/BulkBar.tsx";
import { DetectDialog } from "./bulk/DetectDialog.tsx";
import { FilterWords } from "./FilterWords.tsx";
import { ImageFilters } from "./ImageFilters.tsx";
import { ImagesTable } from "./ImagesTable.tsx";
import type { ImagesChanges } from "./images-changes.ts";
import type { ImageVerbs } from "./RowActions.tsx";
import styles from "./Images.module.css";
import { useImageWork } from "./use-image-work.ts";
import { useRetry } from "./use-retry.ts";
import { type Selection, useSelection } from "./use-selection.ts";

const NO_IMAGES: readonly ImageListItem[] = [];

export function ImagesScreen(): ReactElement {
  // Of an event, or of an archived one: each of the two routes has it.
  const { projectId: slug = "" } = useParams({ strict: false });
  const search: ImagesSearch = useSearch({ strict: false, select: parseImagesSearch, structuralSharing: true });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: ImagesChanges) =>
      void navigate({ to: ".", search: (now) => mergeSearch(parseImagesSearch(now), changes), replace: true }),
    [navigate],
  );
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  const { data: queue } = useQuery(trpc.project.getQueue.queryOptions({ slug }));
  const table = `images.${slug}`;
  const paging = pagingOf(table, search);
  const query = useQuery(
    trpc.project.fetchProjectWithImages.queryOptions(imagesQueryInput(slug, paging, search), {
      placeholderData: keepPreviousData,
      throwOnError: (_error, { state }) => state.data === undefined,
    }),
  );
  usePaging(table, search, query.data?.total, change);
  useStoredOrder(slug, search);
  const selection = useSelection(JSON.stringify([slug, search.search, search.status, search.mark]));
  // A box is ticked first, then what can be done with it is drawn.
  const selected = useDeferredValue(useStore(selection.sids, (sids) => sids));
  const work = useImageWork((done) => selection.turn(done, false));
  const retry = useRetry(slug);
  const run = useStableCallback(work.run);
  const retryOne = useStableCallback(retry.one);
  // The same as long as the screen is: rows need not be drawn anew because one was selected.
  const verbs = useMemo(
    (): ImageVerbs => ({
      change: (verb, sid) => run(verb, [sid]),
      detect: (sid) => run("detect", [sid]),
      retry: retryOne,
    }),
    [run, retryOne],
  );
  const user = useAuthUser();
  const selectAll = useSelectAll(slug, search, selection);
  const { total, counts, below } = query.data ?? {};
  const failed = queue?.failedImages ?? 0;
  return (
    <>
      <ImageFilters
        search={search}
        counts={counts}
        marks={query.data && { below: below ?? 0, failed }}
        onSearch={change}
      />
      <div className={styles["head"]}>
        {selected.size > 0 ? (
          <BulkBar
            count={selected.size}
            total={total ?? 0}
            reason={reasonOf(eventIsOpen(event))}
            progress={work.progress}
            isSelectingAll={selectAll.isPending}
            onSelectAll={() => selectAll.mutate()}
            onClear={() => selection.select([])}
            onRun={(verb) => work.run(verb, [...selection.sids.get()])}
          />
        ) : (
          <FilterWords
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
        total={total ?? 0}
        isPending={query.isPending}
        isStale={query.isPlaceholderData}
        page={paging.page}
        pageSize={paging.pageSize}
        search={search}
        selection={selection}
        verbs={verbs}
        onSearch={change}
      />
      <DetectDialog count={work.toDetect?.length ?? null} onDetect={work.detect} onClose={work.closeDetect} />
    </>
  );
}

/** Selects all that the filters let through, on every page, as they are now. */
function useSelectAll(slug: string, search: ImagesSearch, selection: Selection) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      queryClient.fetchQuery(trpc.image.listMatchingImages.queryOptions(matchingQueryInput(slug, search), { staleTime: 0 })),
    onSuccess: selection.select,
  });
}

/** Previous and next on the review screen follow this list, all of its pages, as it was opened (spec §2). */
function useStoredOrder(slug: string, search: ImagesSearch): void {
  const { data: sids } = useQuery(
    trpc.image.listMatchingImages.queryOptions(matchingQueryInput(slug, search), { refetchOnMount: "always" }),
  );
  useEffect(() => {
    if (sids) storeImageList(slug, sids);
  }, [slug, sids]);
}
