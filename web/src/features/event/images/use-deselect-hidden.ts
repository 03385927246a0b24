import type { FoundImage } from "@precount/domain";
import { useEffect } from "react";
import { client } from "../../../shared/api/trpc.ts";
import { matchingQueryInput } from "../../../shared/images/images-query.ts";
import type { ImagesSearch } from "../../../shared/paging/search.ts";
import type { Selection } from "./use-selection.ts";

/**
 * Deselects images that the filters hide since a change, such as an approval by another user: no action applies to an image that the
 * filters hide.
 * @param found the current page, a new object after each change; undefined while it is loading
 */
export function useDeselectHidden(
  slug: string,
  search: ImagesSearch,
  selection: Selection,
  found: { images: readonly FoundImage[] } | undefined,
): void {
  const hasFilter = search.search !== undefined || search.status !== undefined || search.mark !== undefined;
  const filter = JSON.stringify(matchingQueryInput(slug, search));
  useEffect(() => {
    if (!hasFilter || found === undefined) return undefined;
    const shown = new Set(found.images.map(({ sid }) => sid));
    const elsewhere = [...selection.sids.get()].filter((sid) => !shown.has(sid));
    if (elsewhere.length === 0) return undefined;
    const aborting = new AbortController();
    const input = JSON.parse(filter) as ReturnType<typeof matchingQueryInput>; // serialized above
    const deselect = async (): Promise<void> => {
      const matching = new Set(await client.image.listMatchingImages.query(input, { signal: aborting.signal }));
      const hidden = elsewhere.filter((sid) => !matching.has(sid));
      if (hidden.length > 0) selection.toggle(hidden, false);
    };
    // A failed call is repeated by the next change.
    deselect().catch(() => undefined);
    return () => aborting.abort();
  }, [filter, hasFilter, found, selection]);
}
