import { type Placed, whiteBetween } from "../bands.ts";
import { type Line, letterSize } from "../lines.ts";
import type { Word } from "../marks.ts";
import { type Stretch, acrossOf, atLeast, middleOf, without } from "../stretches.ts";
import { columnGap, columnGapsOf } from "./columns.ts";
import { columnAt } from "./rows.ts";

/** Rows above and below that the lines do not reach: where every second row is shaded, the first and last may not be. */
export function withNeighbours(lines: readonly Line[], isInside: (line: Line) => boolean, size: number): Line[] {
  const inside = lines.filter(isInside);
  const gaps = columnGapsOf(inside, columnGap(inside));
  let first = lines.findIndex(isInside);
  let last = lines.findLastIndex(isInside);
  const whites = lines
    .slice(first + 1, last + 1)
    .map((line, index) => whiteBetween([lines[first + index] ?? line], [line]));
  const mostWhite = Math.min(Math.max(0, ...whites), 2 * size) + 0.3 * size;
  for (let unit = unitFrom(lines, first, -1, gaps); unit > 0; unit = unitFrom(lines, first, -1, gaps)) {
    if (whiteBetween(lines.slice(first - unit, first), lines.slice(first, first + 1)) > mostWhite) break;
    first -= unit;
  }
  for (let unit = unitFrom(lines, last, 1, gaps); unit > 0; unit = unitFrom(lines, last, 1, gaps)) {
    if (whiteBetween(lines.slice(last, last + 1), lines.slice(last + 1, last + 1 + unit)) > mostWhite) break;
    last += unit;
  }
  return lines.slice(first, last + 1);
}

/** Lines that a row of wrapped texts has at most. */
const MOST_UNIT = 3;

/** In letter sizes: white between the lines of one text. */
const TEXT_WHITE = 0.3;

/** How many of the next lines make a row together; 0 when they do not. */
function unitFrom(lines: readonly Line[], from: number, step: 1 | -1, gaps: readonly Stretch[]): number {
  const words: Word[] = [];
  for (let unit = 1; unit <= MOST_UNIT; unit += 1) {
    const line = lines[from + step * unit];
    if (!line) return 0;
    words.push(...line.words);
    if (!isRow(words, gaps)) continue;
    // What stands half a line higher or lower beside it, or goes on with its texts, belongs to it.
    const places: Placed[] = [...words];
    const most = TEXT_WHITE * letterSize(words);
    let [end, next] = [unit, lines[from + step * (unit + 1)]];
    while (next && Math.max(whiteBetween([next], places), whiteBetween(places, [next])) < most) {
      end += 1;
      places.push(next);
      next = lines[from + step * (end + 1)];
    }
    return end;
  }
  return 0;
}

/** Whether words stand in most columns, and leave some of all white between. */
function isRow(words: readonly Word[], gaps: readonly Stretch[]): boolean {
  const own = words.map(({ place }) => acrossOf(place));
  const narrowest = 0.3 * letterSize(words);
  const left = gaps.map((gap) => atLeast(without([gap], own), narrowest)[0]);
  if (left.some((gap) => gap === undefined)) return false;
  const xs = [-Infinity, ...left.map((gap) => (gap ? middleOf(gap) : 0)), Infinity];
  const filled = new Set(own.map((word) => columnAt(xs, middleOf(word))));
  return filled.size > 1 && filled.size * 2 >= xs.length - 1;
}
