import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactElement, useCallback, useEffect } from "react";
import { storeImageList } from "../../lib/image-list.ts";
import { fetchImageOrder, imagesInput } from "../../lib/images-query.ts";
import type { ImagesSearch } from "../../lib/search.ts";
import { trpc } from "../../lib/trpc.ts";
import { pagingOf, usePaging } from "../../lib/use-paging.ts";
import { ImageFilters } from "./ImageFilters.tsx";
import { ImagesTable } from "./ImagesTable.tsx";
import type { ImagesChanges } from "./images-changes.ts";
import { QueueBar } from "./QueueBar.tsx";

const route = getRouteApi("/private/projects/$projectId/home/eventImages");

export function ImagesScreen(): ReactElement {
  const { projectId: slug } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useCallback(
    (changes: ImagesChanges) => void navigate({ search: (now) => merged(now, changes), replace: true }),
    [navigate],
  );
  const table = `images.${slug}`;
  const paging = pagingOf(table, search);
  const query = useQuery(
    trpc.project.fetchProjectWithImages.queryOptions(imagesInput(slug, paging, search), {
      placeholderData: keepPreviousData,
      throwOnError: (_error, { state }) => state.data === undefined,
    }),
  );
  usePaging(table, search, query.data?.total, change);
  useStoredOrder(slug, search);
  return (
    <>
      {query.data && <QueueBar counts={query.data.counts} />}
      <ImageFilters search={search} total={query.data?.total} counts={query.data?.counts} onSearch={change} />
      <ImagesTable
        slug={slug}
        images={query.data?.images ?? []}
        total={query.data?.total ?? 0}
        isPending={query.isPending}
        paging={paging}
        search={search}
        onSearch={change}
      />
    </>
  );
}

/** Previous and next on the review screen follow this list, all of its pages, as it was opened (spec §2). */
function useStoredOrder(slug: string, { status, sort, search: text }: ImagesSearch): void {
  const { data: sids } = useQuery({
    queryKey: ["image-order", slug, status, sort, text],
    queryFn: () =>
      fetchImageOrder(slug, { ...(text && { search: text }), ...(status && { status }), ...(sort && { sort }) }),
    refetchOnMount: "always",
  });
  useEffect(() => {
    if (sids) storeImageList(slug, sids);
  }, [slug, sids]);
}

function merged(now: ImagesSearch, changes: ImagesChanges): ImagesSearch {
  const entries = Object.entries({ ...now, ...changes }).filter(([, value]) => value !== undefined);
  // Only keys of the two, and nothing undefined any more.
  return Object.fromEntries(entries);
}
