import { useMutation, useQueryClient } from "@tanstack/react-query";
import { trpc } from "../../../shared/api/trpc.ts";
import { matchingQueryInput } from "../../../shared/images/images-query.ts";
import type { ImagesSearch } from "../../../shared/paging/search.ts";
import type { Selection } from "./use-selection.ts";

/** Selects all images that match the current filters, on every page. */
export function useSelectAll(slug: string, search: ImagesSearch, selection: Selection) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      queryClient.fetchQuery(
        trpc.image.listMatchingImages.queryOptions(matchingQueryInput(slug, search), { staleTime: 0 }),
      ),
    onSuccess: selection.select,
  });
}
