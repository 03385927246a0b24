import { type Band, type Placed, groupIntoBands, splitAt, findColumnRun } from "../bands.ts";
import type { Interval } from "../intervals.ts";

/** In letter sizes: the minimum gap between columns of text. */
const MIN_COLUMN_GAP = 1;
/** The minimum number of rows on both sides of a gap; fewer are enough when items are longer than LONG letter sizes. */
const MIN_ROWS = 3;
const MIN_LONG_ROWS = 2;
const MIN_LONG_WIDTH = 15;

/**
 * Puts a page's items into reading order: from top to bottom, and column by column between gaps. An item across a gap separates
 * the columns above it from those below. Returns the items of each column.
 */
export function readOrder<T extends Placed>(items: readonly T[], letterSize: number): T[][] {
  const bands = groupIntoBands(items);
  const columns: T[][] = [];
  let uncolumned: T[] = [];
  const flush = (): void => {
    if (uncolumned.length > 0) columns.push(uncolumned);
    uncolumned = [];
  };
  for (let index = 0; index < bands.length;) {
    const { end, gap } = textColumnsFrom(bands, index, letterSize);
    if (gap) {
      flush();
      for (const column of splitAt(bands.slice(index, end).flat(), gap)) columns.push(...readOrder(column, letterSize));
    } else uncolumned.push(...bands.slice(index, end).flat());
    index = end;
  }
  flush();
  return columns;
}

function textColumnsFrom(
  bands: readonly Band<Placed>[],
  start: number,
  letterSize: number,
): { end: number; gap: Interval | undefined } {
  const { end, gaps, sides } = findColumnRun(bands, start, MIN_COLUMN_GAP * letterSize);
  const isTall = (bands[start] ?? []).some(({ place }) => place.height > 3 * letterSize);
  const isLong = (bands[start] ?? []).every(({ place }) => place.width > MIN_LONG_WIDTH * letterSize);
  const minRows = isLong ? MIN_LONG_ROWS : MIN_ROWS;
  if (gaps.length === 0 || !(sides >= minRows || isTall)) return { end: start + 1, gap: undefined };
  return { end, gap: gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] };
}
