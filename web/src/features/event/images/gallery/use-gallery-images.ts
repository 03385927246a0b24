import type { FoundImage, Rect } from "@precount/domain";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { UNBATCHED, trpc } from "../../../../shared/api/trpc.ts";
import { imagesQueryInput } from "../../../../shared/images/images-query.ts";
import type { ImagesSearch } from "../../../../shared/paging/search.ts";

/** Images in one request: two to three screens. */
export const GALLERY_PAGE = 60;

type GalleryImages = {
  /** Undefined while it is loading. */
  imageAt: (index: number) => FoundImage | undefined;
  /** The boxes of the doubtful results of an image. */
  boxesOf: (sid: string) => readonly Rect[];
};

const NO_BOXES: readonly Rect[] = [];

/** The images with indexes from `from` up to `to` in the filtered list, in pages that are loaded when they come into view. */
export function useGalleryImages(
  slug: string,
  search: ImagesSearch,
  { from, to }: { from: number; to: number },
): GalleryImages {
  const first = Math.floor(from / GALLERY_PAGE);
  const numbers = Array.from({ length: Math.ceil(to / GALLERY_PAGE) - first }, (_, at) => first + at + 1);
  const pages = useQueries({
    queries: numbers.map((page) =>
      trpc.project.fetchProjectWithImages.queryOptions(
        imagesQueryInput(slug, { page, pageSize: GALLERY_PAGE }, search),
      ),
    ),
  });
  const images = new Map(
    pages.flatMap(({ data }) =>
      // A page past the end answers with the last one.
      (data?.images ?? []).map((image, at) => [((data?.page ?? 1) - 1) * GALLERY_PAGE + at, image] as const),
    ),
  );
  const doubts = useQueries({
    queries: pages.map(({ data }) => {
      const sids = (data?.images ?? []).filter(hasBoxes).map(({ sid }) => sid);
      return trpc.image.fetchDoubtfulBoxes.queryOptions(
        { project: { slug }, sids },
        { enabled: sids.length > 0, placeholderData: keepPreviousData, trpc: UNBATCHED },
      );
    }),
  });
  const boxes = new Map(doubts.flatMap(({ data }) => (data?.images ?? []).map((image) => [image.sid, image.boxes])));
  return { imageAt: (index) => images.get(index), boxesOf: (sid) => boxes.get(sid) ?? NO_BOXES };
}

/** Processed images have a doubtful result: a sticker or a shelf. */
const hasBoxes = ({ status, doubtfulStickers }: FoundImage): boolean =>
  status !== "rejected" && (status === "processed" || doubtfulStickers > 0);
