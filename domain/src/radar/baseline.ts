import type { Baseline, CodeTotal } from "./facts.ts";
import { type Center, median, robustCenter } from "./robust.ts";

/** The least deviation of logarithms of counted to expected quantities: most differ by less than 15 %. */
const MIN_RATIO_DEVIATION = 0.15;
/** Fewer codes do not show what is usual. */
const MIN_CODES = 8;

/**
 * Whether low counts can be judged: every area that is not voided has a photo that was read, and no photo waits. Without areas, the
 * photos that exist are taken for all.
 */
export const isCountComplete = (
  areas: readonly { isVoided: boolean; isPhotographed: boolean }[],
  { images, unread }: { images: number; unread: number },
): boolean => images > 0 && unread === 0 && areas.every(({ isVoided, isPhotographed }) => isVoided || isPhotographed);

const ratios = (totals: readonly CodeTotal[], field: "expected" | "last"): number[] =>
  totals.flatMap((total) => {
    const reference = total[field];
    return reference !== null && reference > 0 && total.stickers > 0
      ? [Math.log((total.counted + 1) / (reference + 1))]
      : [];
  });

const centerOf = (values: readonly number[]): Center =>
  values.length < MIN_CODES
    ? { median: 0, deviation: MIN_RATIO_DEVIATION * 2 }
    : robustCenter(values, MIN_RATIO_DEVIATION);

/**
 * The usual figures of the event.
 * @param totals one entry for each code with stickers, and for each item with an expected quantity
 * @param imageStickers the numbers of stickers of the photos that have any
 */
export function eventBaseline(
  totals: readonly CodeTotal[],
  given: { hasItems: boolean; isComplete: boolean; areas: number; imageStickers: readonly number[] },
): Baseline {
  const expected = centerOf(ratios(totals, "expected"));
  const counted = totals.filter(({ stickers }) => stickers > 0);
  const prices = totals.flatMap(({ unitPrice }) => (unitPrice !== null && unitPrice > 0 ? [unitPrice] : []));
  const withStock = totals.filter((total) => (total.expected ?? 0) > 0);
  return {
    hasItems: given.hasItems,
    isComplete: given.isComplete,
    expected,
    last: centerOf(ratios(totals, "last")),
    notCountedShare: withStock.filter(({ stickers }) => stickers === 0).length / Math.max(1, withStock.length),
    stickerUnits: Math.max(1, median(counted.map((total) => total.counted / total.stickers))),
    unitPrice: prices.length > 0 ? median(prices) : null,
    imageStickers: Math.max(1, median(given.imageStickers)),
    areas: given.areas,
  };
}
