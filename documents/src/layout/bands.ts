import type { PagePlace } from "@precount/domain";
import { bottom, median, right } from "./boxes.ts";
import { type Interval, xInterval, atLeastWide, gapsBetween, subtractIntervals } from "./intervals.ts";

export interface Placed {
  place: PagePlace;
}

/** Items beside each other, from left to right. */
export type Band<T extends Placed> = T[];

/** Groups items into bands from top to bottom. Items whose heights overlap by less than a third are in different bands. */
export function groupIntoBands<T extends Placed>(items: readonly T[]): Band<T>[] {
  const bands: { items: T[]; low: number }[] = [];
  for (const item of items.toSorted((a, b) => a.place.y - b.place.y)) {
    const last = bands.at(-1);
    const { y, height } = item.place;
    if (last && last.low - y > 0.3 * Math.min(height, minHeight(last.items))) {
      last.items.push(item);
      last.low = Math.max(last.low, bottom(item.place));
    } else bands.push({ items: [item], low: bottom(item.place) });
  }
  return bands.map((band) => band.items.toSorted((a, b) => a.place.x - b.place.x));
}

const minHeight = (items: readonly Placed[]): number => Math.min(...items.map(({ place }) => place.height));

/** The vertical gap between two bands; negative when they overlap. */
export const verticalGap = (one: readonly Placed[], other: readonly Placed[]): number =>
  Math.min(...other.map(({ place }) => place.y)) - Math.max(...one.map(({ place }) => bottom(place)));

export interface ColumnRun {
  /** The index of the first band after the run. */
  end: number;
  /** The gaps that run down through all its bands. */
  gaps: Interval[];
  /** The number of bands with items on both sides of such a gap. */
  sides: number;
}

/** A run of rows ends at a vertical gap larger than the previous one by this factor. */
const MAX_GAP_GROWTH = 1.5;

/**
 * Finds the longest run of bands from `start` that share a gap of at least `minWidth`. With `usualGap` the bands are rows of a
 * table: the run ends at a larger vertical gap, or at twice that gap if the gaps so far are about as large. Without it the
 * bands are text, and the run ends where a new section starts on one side only.
 */
export function findColumnRun(
  bands: readonly Band<Placed>[],
  start: number,
  minWidth: number,
  usualGap = Infinity,
): ColumnRun {
  const first = bands[start] ?? [];
  let gaps = atLeastWide(gapsBetween(first.map(({ place }) => xInterval(place))), minWidth);
  let [end, sides, maxGap] = [start + 1, 1, 2 * usualGap];
  while (gaps.length > 0 && end < bands.length) {
    const band = bands[end] ?? [];
    const gap = verticalGap(bands[end - 1] ?? [], band);
    const isTextRun = usualGap === Infinity && end - start > 1;
    if (gap > maxGap || (isTextRun && startsSection(bands.slice(start, end), band, gaps))) break;
    maxGap = Math.max(usualGap, Math.min(2 * usualGap, MAX_GAP_GROWTH * gap));
    const left = atLeastWide(
      subtractIntervals(
        gaps,
        band.map(({ place }) => xInterval(place)),
      ),
      minWidth,
    );
    if (left.length === 0) break;
    if (left.some((gap) => isOnBothSides(band, gap))) sides += 1;
    gaps = left;
    end += 1;
  }
  return { end, gaps, sides };
}

/** The extra vertical gap before a new section, in line heights. */
const MIN_EXTRA_GAP = 0.35;

/** Whether a band on one side starts a new section, such as a heading below columns, and is not the end of a longer column. */
function startsSection(before: readonly Band<Placed>[], band: Band<Placed>, gaps: readonly Interval[]): boolean {
  if (gaps.some((gap) => isOnBothSides(band, gap))) return false;
  const verticalGaps = before.slice(1).map((next, index) => verticalGap(before[index] ?? next, next));
  const usual = Math.max(0, median(verticalGaps, 0));
  return verticalGap(before.at(-1) ?? band, band) > usual + MIN_EXTRA_GAP * minHeight(band);
}

const isOnBothSides = (band: readonly Placed[], { from, to }: Interval): boolean =>
  band.some(({ place }) => right(place) <= from + 0.01) && band.some(({ place }) => place.x >= to - 0.01);

/** Splits items at the middle of a gap. */
export function splitAt<T extends Placed>(items: readonly T[], { from, to }: Interval): [T[], T[]] {
  const isLeft = ({ place }: T): boolean => place.x + place.width / 2 < (from + to) / 2;
  return [items.filter(isLeft), items.filter((item) => !isLeft(item))];
}
