import { type Band, type Placed, bandsOf, partAt, runFrom } from "../bands.ts";
import type { Stretch } from "../stretches.ts";

/** In letter sizes: white so wide, all the way down, parts columns of text. */
const COLUMN_GAP = 1;
/** Rows that stand on both sides of such white before it is believed; fewer of long texts, in letter sizes. */
const FEWEST_ROWS = 3;
const FEWEST_LONG_ROWS = 2;
const LONG = 15;

/**
 * Things of a page in the order in which a person reads them: from top to bottom, but where white parts columns, each
 * column to its end. Whatever crosses the white parts what is above it from what is below. Answers what stands in one
 * column together.
 */
export function readOrder<T extends Placed>(things: readonly T[], letterSize: number): T[][] {
  const bands = bandsOf(things);
  const columns: T[][] = [];
  let plain: T[] = [];
  const flush = (): void => {
    if (plain.length > 0) columns.push(plain);
    plain = [];
  };
  for (let index = 0; index < bands.length;) {
    const { end, gap } = textColumnsFrom(bands, index, letterSize);
    if (gap) {
      flush();
      for (const column of partAt(bands.slice(index, end).flat(), gap)) columns.push(...readOrder(column, letterSize));
    } else plain.push(...bands.slice(index, end).flat());
    index = end;
  }
  flush();
  return columns;
}

function textColumnsFrom(
  bands: readonly Band<Placed>[],
  start: number,
  letterSize: number,
): { end: number; gap: Stretch | undefined } {
  const { end, gaps, sides } = runFrom(bands, start, COLUMN_GAP * letterSize);
  const isTall = (bands[start] ?? []).some(({ place }) => place.height > 3 * letterSize);
  const isLong = (bands[start] ?? []).every(({ place }) => place.width > LONG * letterSize);
  const fewest = isLong ? FEWEST_LONG_ROWS : FEWEST_ROWS;
  if (gaps.length === 0 || !(sides >= fewest || isTall)) return { end: start + 1, gap: undefined };
  return { end, gap: gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] };
}
