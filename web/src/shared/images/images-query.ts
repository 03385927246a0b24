import type { ImagesSearch } from "../paging/search.ts";
import type { Paging } from "../paging/paging.ts";

/** What the list is asked for. */
export const imagesQueryInput = (
  slug: string,
  paging: Paging,
  search: ImagesSearch,
): { slug: string } & Paging & Filter => ({ slug, ...paging, ...filterOf(search) });

type Filter = Pick<ImagesSearch, "search" | "status" | "mark" | "sort">;

/** What of the address narrows and orders the list, without its pages. */
const filterOf = ({ search, status, mark, sort }: ImagesSearch): Filter => ({
  ...(search && { search }),
  ...(status && { status }),
  ...(mark && { mark }),
  ...(sort && { sort }),
});

/** What all that the filters let through is asked for, every page of it, in the list's order. */
export const matchingQueryInput = (slug: string, search: ImagesSearch): { slug: string } & Filter => ({
  slug,
  ...filterOf(search),
});
