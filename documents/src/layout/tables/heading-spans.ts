import type { Interval } from "../intervals.ts";
import { right } from "../boxes.ts";
import { type Line, letterSize } from "../lines.ts";
import type { Word } from "../page-content.ts";
import { type Row, columnAt } from "./rows.ts";

/** The maximum number of rows with headings over several columns. */
const MAX_HEADING_ROWS = 2;
/** In letter sizes: how much nearer the middle of several columns must be than that of one. */
const MIN_DISTANCE_GAIN = 0.4;

/**
 * Removes walls below which a heading is centered over several columns: the columns beside it are empty in its row, have
 * headings in the row below, and its middle is theirs. Changes `wallRight`. `isUnderlined` says whether a line below a heading joins a
 * column with the next one.
 */
export function spanHeadings(
  rows: readonly Row[],
  xs: readonly number[],
  wallRight: boolean[][],
  isUnderlined: (row: number, column: number) => boolean = () => false,
): void {
  const words = rows.map((row) => row.flatMap((line) => line.words));
  const size = letterSize(words.flat());
  for (let row = 0; row < Math.min(MAX_HEADING_ROWS, rows.length - 2); row += 1) {
    const walls = wallRight[row];
    const filled = filledColumns(words[row] ?? [], xs);
    const below = filledColumns(words[row + 1] ?? [], xs);
    const extents = xs.slice(1).map((_, column) => extentOf(words.slice(row + 1).flat(), xs, column));
    if (walls && spanRepeated(words[row] ?? [], words[row + 1] ?? [], xs, walls)) continue;
    const taken = new Set(filled);
    for (const { from, to } of walls ? headings(filled, walls) : []) {
      // A line below a heading shows which columns it covers.
      if (!walls || from === 0 || (to > from && isUnderlined(row, from))) continue;
      const isFree = (column: number): boolean => column > 0 && !taken.has(column) && below.has(column);
      const text = extentOf(words[row] ?? [], xs, from, to);
      const range = text && bestRange(text, { from, to }, isFree, extents, MIN_DISTANCE_GAIN * size);
      if (!range) continue;
      for (let column = range.from; column <= range.to; column += 1) taken.add(column);
      walls.fill(false, range.from, range.to);
    }
  }
}

/**
 * Spans headings above repeated groups of headings, such as Number and Share below each year: each group has one heading.
 * Returns whether there are such groups.
 */
function spanRepeated(
  above: readonly Word[],
  below: readonly Word[],
  xs: readonly number[],
  walls: boolean[],
): boolean {
  const textAt = (column: number): string =>
    below
      .filter(({ place }) => columnAt(xs, place.x + place.width / 2) === column)
      .map(({ text }) => text)
      .join(" ");
  const texts = xs.slice(2).map((_, index) => textAt(index + 1));
  const period = texts.findIndex((text, index) => index > 1 && text === texts[0]);
  if (period < 2 || texts.slice(0, period).includes("")) return false;
  const end = texts.findIndex((text, index) => text !== texts[index % period]);
  const groupCount = Math.floor((end < 0 ? texts.length : end) / period);
  const repeated = groupCount * period;
  // The last group may be shorter. Columns after the groups, such as totals, have headings of their own.
  const count = end < 0 ? texts.length : repeated;
  const filled = [...filledColumns(above, xs)].filter((column) => column > 0 && column <= count);
  const groups = new Set(filled.map((column) => Math.floor((column - 1) / period)));
  if (groupCount < 2 && end >= 0) return false;
  if (groups.size !== filled.length || groups.size !== Math.ceil(count / period)) return false;
  for (let column = 1; column < count; column += 1) if (column % period !== 0) walls[column] = false;
  return true;
}

/**
 * Separates the first line of the first row when all its texts are centered over several columns: headings over columns are as
 * near to the headings below as the lines of one heading are to each other.
 */
export function separateHeadings(rows: readonly Row[], xs: readonly number[]): Row[] {
  const [first, ...others] = rows;
  const [top, ...rest] = first ?? [];
  if (!first || !top || rest.length === 0 || others.length === 0) return [...rows];
  return areOverColumns(top, [rest, ...others], xs) ? [[top], rest, ...others] : [...rows];
}

/** Whether all texts of a line, except in the first column, are centered over several columns of the rows below. */
export function areOverColumns(top: Line, below: readonly Row[], xs: readonly number[]): boolean {
  const rows = [[top], ...below];
  const next = (below[0] ?? []).flatMap(({ words }) => words);
  if (
    spanRepeated(
      top.words,
      next,
      xs,
      xs.map(() => true),
    )
  )
    return true;
  const walls = rows.map(() => xs.slice(1).map(() => true));
  spanHeadings(rows, xs, walls);
  const filled = [...filledColumns(top.words, xs)].filter((column) => column > 0);
  const isOverColumns = (column: number): boolean => walls[0]?.[column] === false || walls[0]?.[column - 1] === false;
  return filled.length > 0 && filled.every(isOverColumns);
}

const filledColumns = (words: readonly Word[], xs: readonly number[]): Set<number> =>
  new Set(words.map(({ place }) => columnAt(xs, place.x + place.width / 2)));

/** The filled columns of a row, with those joined that have no wall between them. */
function headings(filled: ReadonlySet<number>, walls: readonly boolean[]): Interval[] {
  const found: Interval[] = [];
  for (const column of [...filled].toSorted((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && column > last.to && walls.slice(last.to, column).every((wall) => !wall)) last.to = column;
    else found.push({ from: column, to: column });
  }
  return found;
}

function extentOf(words: readonly Word[], xs: readonly number[], from: number, to = from): Interval | undefined {
  const inside = words.filter(({ place }) => {
    const column = columnAt(xs, place.x + place.width / 2);
    return column >= from && column <= to;
  });
  if (inside.length === 0) return undefined;
  return {
    from: Math.min(...inside.map(({ place }) => place.x)),
    to: Math.max(...inside.map(({ place }) => right(place))),
  };
}

/** The cost of each further column of a range, as a share of the minimum gain. */
const WIDTH_COST = 0.25;

const isAligned = (one: Interval, other: Interval, slack: number): boolean =>
  Math.abs(one.to - other.to) < slack || Math.abs(one.from - other.from) < slack;

/** The range of columns whose middle is nearest to that of the text; undefined when it is the heading's own. */
function bestRange(
  text: Interval,
  own: Interval,
  isFree: (column: number) => boolean,
  extents: readonly (Interval | undefined)[],
  minGain: number,
): Interval | undefined {
  const middle = (text.from + text.to) / 2;
  const aligned = extents[own.from];
  // A heading at the same edge as the values below belongs to their column only.
  if (own.from === own.to && aligned && isAligned(text, aligned, minGain / 2)) return undefined;
  const distance = ({ from, to }: Interval): number => {
    const [before, first, last, after] = [extents[from - 1], extents[from], extents[to], extents[to + 1]];
    if (!first || !last) return Infinity;
    // Values at the right of their columns leave the start of the first column free, and values at the left the end of the last.
    const middles = [first.from + last.to, (before?.to ?? first.from) + last.to, first.from + (after?.from ?? last.to)];
    // The smaller one is right if two ranges fit about as well.
    return Math.min(...middles.map((sum) => Math.abs(middle - sum / 2))) + WIDTH_COST * minGain * (to - from);
  };
  let best: Interval | undefined;
  let least = distance(own) - minGain;
  for (let from = own.from; from === own.from || isFree(from); from -= 1) {
    for (let to = own.to; to === own.to || isFree(to); to += 1) {
      if ((from !== own.from || to !== own.to) && distance({ from, to }) < least) {
        best = { from, to };
        least = distance(best);
      }
    }
  }
  return best;
}
