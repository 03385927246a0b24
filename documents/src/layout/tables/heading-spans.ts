import type { Interval } from "../intervals.ts";
import { right } from "../boxes.ts";
import { letterSize } from "../lines.ts";
import type { Word } from "../page-content.ts";
import { type Row, columnAt } from "./rows.ts";

/** The maximum number of rows with headings over several columns. */
const MAX_HEADING_ROWS = 2;
/** In letter sizes: how much nearer the middle of several columns must be than that of one. */
const MIN_DISTANCE_GAIN = 0.4;

/**
 * Removes walls below which a heading is centered over several columns: the columns beside it are empty in its row, have
 * headings in the row below, and its middle is theirs. Changes `wallRight`.
 */
export function spanHeadings(rows: readonly Row[], xs: readonly number[], wallRight: boolean[][]): void {
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
      if (!walls || from === 0) continue;
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
  if (period < 2 || texts.some((text, index) => text === "" || text !== texts[index % period])) return false;
  const filled = [...filledColumns(above, xs)].filter((column) => column > 0);
  const groups = new Set(filled.map((column) => Math.floor((column - 1) / period)));
  if (groups.size !== filled.length || groups.size !== Math.ceil(texts.length / period)) return false;
  for (let column = 1; column < texts.length; column += 1) if (column % period !== 0) walls[column] = false;
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
  const separated = [[top], rest, ...others];
  const walls = separated.map(() => xs.slice(1).map(() => true));
  spanHeadings(separated, xs, walls);
  const filled = [...filledColumns(top.words, xs)].filter((column) => column > 0);
  const isOverColumns = (column: number): boolean => walls[0]?.[column] === false || walls[0]?.[column - 1] === false;
  return filled.length > 0 && filled.every(isOverColumns) ? separated : [...rows];
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
    return Math.min(...middles.map((sum) => Math.abs(middle - sum / 2)));
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
