import type { Item } from "../item/item.ts";
import type { Center } from "./robust.ts";

/** A counted sticker as the rules need it. */
export type StickerFacts = {
  imageSid: string;
  /** Index of the result in its detection. */
  position: number;
  areaNumber: number | null;
  /** The position of the area in the event's order of areas; null without an area. */
  areaRank: number | null;
  /** Null if the reading is not a number. */
  quantity: number | null;
};

/** Everything about one code. A code without stickers is in the item list with an expected or last quantity. */
export type CodeFacts = {
  code: string;
  /** Null if the item list does not have the code, and without a list. */
  item: Item | null;
  stickers: readonly StickerFacts[];
  /** Units of the code in the previous event; null without one. */
  previousQuantity: number | null;
  /** For an unlisted code: a listed code that differs by one slip and is counted less often than expected. */
  similarCode?: string | null;
};

/** One area in the order of the event's areas. */
export type AreaFacts = {
  number: number;
  isVoided: boolean;
  /** Whether it has a photo that counts and was read. */
  isPhotographed: boolean;
  stickers: number;
  /** Units in its stickers. */
  units: number;
  /** Whether its photos show shelves. Without stickers, the finding about the photo reports it. */
  hasShelves: boolean;
  /** Photo to open; null without one. */
  imageSid: string | null;
  /** The area's figures in the previous event; null if unknown. */
  previous: { stickers: number; units: number } | null;
};

/** A photo that counts and was read. */
export type PhotoFacts = { imageSid: string; areaNumber: number | null; stickers: number; shelves: number };

/** An undecided pair of stickers in two photos. Both count. */
export type PairFacts = {
  sid: string;
  /** 0–1: how certain the search is that it is one sticker. */
  certainty: number;
  a: PairedSticker;
  b: PairedSticker;
};
type PairedSticker = Pick<StickerFacts, "imageSid" | "position" | "areaNumber" | "quantity"> & { code: string };

/** Totals of one code, from which the baseline is computed. */
export type CodeTotal = {
  counted: number;
  stickers: number;
  expected: number | null;
  last: number | null;
  unitPrice: number | null;
};

/** The usual figures of the event. Every finding is judged against it, so it is computed once for many codes. */
export type Baseline = {
  hasItems: boolean;
  /** Every area has a photo that was read: a low count is then not the result of missing photos. */
  isComplete: boolean;
  /** Logarithms of counted to expected and of counted to last quantities. */
  expected: Center;
  last: Center;
  /** Share of the items with an expected quantity that have no sticker. */
  notCountedShare: number;
  /** Units of a typical sticker. */
  stickerUnits: number;
  /** The median price, for items without one; null without any price. */
  unitPrice: number | null;
  /** Stickers of a typical photo. */
  imageStickers: number;
  /** Number of areas. */
  areas: number;
};
