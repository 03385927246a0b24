import { type FoundImage, parseImageQuery } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ReactElement, useEffect } from "react";
import { extendImageList, storeImageList } from "../../../shared/images/image-list.ts";
import { imagesQueryInput, matchingQueryInput } from "../../../shared/images/images-query.ts";
import { useProject } from "../../../shared/api/use-project.ts";
import { reasonOf } from "../../../shared/api/reason.ts";
import type { Paging } from "../../../shared/paging/paging.ts";
import { LIST_QUERY_OPTIONS } from "../../../shared/paging/list-query-options.ts";
import { useReturn, useReturnScroll } from "../../../shared/paging/list-visits.ts";
import { type ImagesSearch, parseImagesSearch } from "../../../shared/paging/search.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { useTable } from "../../../shared/paging/use-table.ts";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";
import { BulkDialogs } from "./bulk/BulkDialogs.tsx";
import { ImageFilters } from "./ImageFilters.tsx";
import { ListHead } from "./ListHead.tsx";
import { NoImages } from "../../../shared/images/NoImages.tsx";
import { ViewControls } from "./ViewControls.tsx";
import { Gallery } from "./gallery/Gallery.tsx";
import { GALLERY_PAGE } from "./gallery/use-gallery-images.ts";
import { useImageView } from "./use-image-view.ts";
import { useSelectAll } from "./use-select-all.ts";
import { LoadingRows } from "../../../ui/Loading.tsx";
import { ImagesTable } from "./ImagesTable.tsx";
import type { ImageActions } from "./RowActions.tsx";
import { useDeselectHidden } from "./use-deselect-hidden.ts";
import { useImageActions } from "./use-image-actions.ts";
import { useRetry } from "./use-retry.ts";
import { useSelection } from "./use-selection.ts";

/** Later pages are loaded by the gallery. */
const FIRST_GALLERY_PAGE = { page: 1, pageSize: GALLERY_PAGE };
const NO_IMAGES: readonly FoundImage[] = [];
/** The answer to an invalid search. */
const NOTHING_FOUND = { images: NO_IMAGES, total: 0, counts: {}, below: 0, withoutArea: 0 } as const;

export function ImagesScreen(): ReactElement {
  // Used by two routes: of an event and of an archived event.
  const { projectId: slug = "" } = useParams({ strict: false });
  const table = useTable(`images.${slug}`, parseImagesSearch);
  const { search, change } = table;
  const event = useProject(slug);
  const { data: queue } = useQuery(trpc.project.getQueue.queryOptions({ slug }));
  const [view, setView] = useImageView();
  const paging = view === "gallery" ? FIRST_GALLERY_PAGE : table.paging;
  const { problem, found, isStale } = useFoundImages(slug, paging, search);
  const returned = useReturn();
  useStoredImageList(slug, search, { isReturn: returned !== null, isValid: problem === null });
  useReturnScroll(returned, found !== undefined);
  const selection = useSelection(JSON.stringify([slug, search.search, search.status, search.mark]));
  useDeselectHidden(slug, search, selection, isStale ? undefined : found);
  const bulk = useImageActions((done) => selection.toggle(done, false));
  const retry = useRetry(slug);
  const actions = useRowActions(bulk, retry);
  const failed = queue?.failedImages ?? 0;
  const selectAll = useSelectAll(slug, search, selection);
  const shown = { event, isStale, selection, actions, returnedFrom: returned?.from ?? null };
  return (
    <>
      <ImageFilters
        search={search}
        problem={problem}
        counts={found?.counts}
        marks={found && { below: found.below, failed, "no-area": found.withoutArea }}
        hasAreas={event.areas > 0}
        onSearch={change}
      >
        <ViewControls view={view} onView={setView} search={search} hasAreas={event.areas > 0} onSearch={change} />
      </ImageFilters>
      <ListHead
        event={event}
        search={search}
        problem={problem}
        total={found?.total}
        failed={failed}
        selection={selection}
        selectAll={selectAll}
        bulk={bulk}
        retry={retry}
        onSearch={change}
      />
      {view === "list" && (
        <ImagesTable
          {...shown}
          images={found?.images ?? NO_IMAGES}
          total={found?.total}
          isPending={found === undefined}
          table={table}
        />
      )}
      {view === "gallery" && found === undefined && <LoadingRows />}
      {view === "gallery" && found?.total === 0 && <NoImages slug={slug} search={search} />}
      {view === "gallery" && found !== undefined && found.total > 0 && (
        <Gallery
          key={JSON.stringify(matchingQueryInput(slug, search))}
          {...shown}
          search={search}
          total={found.total}
          hasMatches={found.images.some(({ matches }) => matches.length > 0)}
          onSelectAll={() => selectAll.mutate()}
        />
      )}
      <BulkDialogs bulk={bulk} />
    </>
  );
}

/** A page of the images that match the filters. `problem`: the reason why the search text is invalid; null when it is valid. */
function useFoundImages(slug: string, paging: Paging, search: ImagesSearch) {
  const problem = reasonOf(parseImageQuery(search.search ?? ""));
  const query = useQuery(
    trpc.project.fetchProjectWithImages.queryOptions(imagesQueryInput(slug, paging, search), {
      ...LIST_QUERY_OPTIONS,
      enabled: problem === null,
    }),
  );
  return { problem, found: problem === null ? query.data : NOTHING_FOUND, isStale: query.isPlaceholderData };
}

/** The actions of a row. They are stable, so that rows do not re-render when the selection changes. */
function useRowActions(
  bulk: Pick<ReturnType<typeof useImageActions>, "run">,
  retry: Pick<ReturnType<typeof useRetry>, "retryOne">,
): ImageActions {
  const run = useStableCallback(bulk.run);
  const retryOne = useStableCallback(retry.retryOne);
  return {
    change: (verb, sid) => run(verb, [sid]),
    detect: (sid) => run("detect", [sid]),
    retry: retryOne,
  };
}

/** Stores the ids of all pages as they were when the list was opened: previous and next in the review follow them (spec §2). */
function useStoredImageList(
  slug: string,
  search: ImagesSearch,
  { isReturn, isValid }: { isReturn: boolean; isValid: boolean },
): void {
  const input = matchingQueryInput(slug, search);
  const filter = JSON.stringify(input);
  const { data: sids } = useQuery(
    trpc.image.listMatchingImages.queryOptions(input, { refetchOnMount: "always", enabled: isValid }),
  );
  useEffect(() => {
    if (sids) (isReturn ? extendImageList : storeImageList)(slug, sids, filter);
  }, [slug, sids, filter, isReturn]);
}
