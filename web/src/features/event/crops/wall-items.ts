import type { RouterOutputs } from "../../../shared/api/trpc.ts";

export type WallImage = RouterOutputs["crop"]["fetchWall"]["images"][number];
/** A sticker with its photo. */
export type WallItem = WallImage["stickers"][number] & { id: string; image: WallImage };

/** Unchanged images keep their items, so that their crops are not rendered again. */
const known = new WeakMap<WallImage, WallItem[]>();

function itemsOf(image: WallImage): WallItem[] {
  const items =
    known.get(image) ??
    image.stickers.map((sticker) => ({ ...sticker, id: `${image.detection.sid}:${sticker.position}`, image }));
  known.set(image, items);
  return items;
}

export type WallFilter = { search?: string | undefined; isSeenHidden: boolean };

/** The stickers that match the filter: the search is the start of a code, or a quantity. */
export const wallItems = (images: readonly WallImage[], { search = "", isSeenHidden }: WallFilter): WallItem[] =>
  images.flatMap(itemsOf).filter(({ isSeen, code, quantity }) => {
    if (isSeenHidden && isSeen) return false;
    return search === "" || code.startsWith(search) || quantity === search;
  });
