import type { ImagesSearch } from "./search.ts";
import type { Paging } from "./paging.ts";
import { client } from "./trpc.ts";

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
