import type { ImagesSearch } from "./search.ts";
import type { Paging } from "./paging.ts";
import { client } from "./trpc.ts";

/** The words for what is filtered: '38 of 214 images · not approved' (ui.md). */
export function filterInWords(
  search: ImagesSearch,
  titles: Readonly<Record<string, string>>,
  all: readonly string[],
): string {
  const { status = [], search: text } = search;
  const parts: string[] = [];
  if (status.length > 0) {
    const others = all.filter((one) => !status.some((kept) => kept === one));
    const isShorterNegated = others.length < status.length;
    const named = (list: readonly string[]): string =>
      list.map((one) => (titles[one] ?? one).toLowerCase()).join(" or ");
    parts.push(isShorterNegated ? `not ${named(others)}` : named(status));
  }
  if (text) parts.push(`named like “${text}”`);
  return parts.join(" · ");
}

/** What the list is asked for. */
export const imagesInput = (
  slug: string,
  paging: Paging,
  { search, status, sort }: ImagesSearch,
): { slug: string } & Paging & Pick<ImagesSearch, "search" | "status" | "sort"> => ({
  slug,
  ...paging,
  ...(search && { search }),
  ...(status && { status }),
  ...(sort && { sort }),
});

/** The server's largest page. */
const LARGEST_PAGE = 200;

/** The ids of every image that the filters let through, in the list's order. */
export async function fetchImageOrder(slug: string, search: ImagesSearch): Promise<string[]> {
  const sids: string[] = [];
  for (let page = 1; ; page += 1) {
    const paging = { page, pageSize: LARGEST_PAGE };
    const { images, total } = await client.project.fetchProjectWithImages.query(imagesInput(slug, paging, search));
    sids.push(...images.map((image) => image.sid));
    if (sids.length >= total || images.length === 0) return sids;
  }
}
