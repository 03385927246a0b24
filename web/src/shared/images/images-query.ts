import type { ImagesSearch } from "../paging/search.ts";
import type { Paging } from "../paging/paging.ts";

/** The input of the query for one page of the list. */
export const imagesQueryInput = (
  slug: string,
  paging: Paging,
  search: ImagesSearch,
): { slug: string } & Paging & Filter => ({ slug, ...paging, ...filterOf(search) });

type Filter = Pick<ImagesSearch, "search" | "status" | "mark" | "sort">;

/** The search parameters that filter and sort the list, without paging. */
const filterOf = ({ search, status, mark, sort }: ImagesSearch): Filter => ({
  ...(search && { search }),
  ...(status && { status }),
  ...(mark && { mark }),
  ...(sort && { sort }),
});

/** The input of the query for all pages of the filtered list. */
export const matchingQueryInput = (slug: string, search: ImagesSearch): { slug: string } & Filter => ({
  slug,
  ...filterOf(search),
});
