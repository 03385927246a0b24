import { type Placed, verticalGap } from "../bands.ts";
import { type Line, letterSize } from "../lines.ts";
import type { Word } from "../page-content.ts";
import { type Interval, xInterval, atLeastWide, midpoint, subtractIntervals } from "../intervals.ts";
import { columnGap, findColumnGaps } from "./columns.ts";
import { isCaption, isNote } from "./loose-lines.ts";
import { columnAt } from "./rows.ts";

/** Adds rows above and below a table's lines: when every second row is shaded, the first and last may not be. */
export function withAdjacentRows(lines: readonly Line[], isInside: (line: Line) => boolean, size: number): Line[] {
  const inside = lines.filter(isInside);
  const gaps = findColumnGaps(inside, columnGap(inside));
  let first = lines.findIndex(isInside);
  let last = lines.findLastIndex(isInside);
  const lineGaps = lines
    .slice(first + 1, last + 1)
    .map((line, index) => verticalGap([lines[first + index] ?? line], [line]));
  const maxGap = Math.min(Math.max(0, ...lineGaps), 2 * size) + 0.3 * size;
  for (let count = countRowLines(lines, first, -1, gaps); count > 0; count = countRowLines(lines, first, -1, gaps)) {
    if (verticalGap(lines.slice(first - count, first), lines.slice(first, first + 1)) > maxGap) break;
    first -= count;
  }
  for (let count = countRowLines(lines, last, 1, gaps); count > 0; count = countRowLines(lines, last, 1, gaps)) {
    if (verticalGap(lines.slice(last, last + 1), lines.slice(last + 1, last + 1 + count)) > maxGap) break;
    last += count;
  }
  return lines.slice(first, last + 1);
}

/** The maximum number of lines of a row with wrapped text. */
const MAX_ROW_LINES = 3;

/** In letter sizes: the maximum gap between the lines of one text. */
const MAX_LINE_GAP = 0.3;

/** The number of next lines that form a row; 0 when they do not. */
function countRowLines(lines: readonly Line[], from: number, step: 1 | -1, gaps: readonly Interval[]): number {
  const words: Word[] = [];
  for (let count = 1; count <= MAX_ROW_LINES; count += 1) {
    const line = lines[from + step * count];
    if (!line || isCaption(line) || isNote(line)) return 0;
    words.push(...line.words);
    if (!isRow(words, gaps)) continue;
    // Include lines that continue the row's texts or lie half a line higher or lower.
    const places: Placed[] = [...words];
    const maxLineGap = MAX_LINE_GAP * letterSize(words);
    let [end, next] = [count, lines[from + step * (count + 1)]];
    while (next && Math.max(verticalGap([next], places), verticalGap(places, [next])) < maxLineGap) {
      end += 1;
      places.push(next);
      next = lines[from + step * (end + 1)];
    }
    return end;
  }
  return 0;
}

/** Whether words fill most columns and leave all gaps between columns open. */
function isRow(words: readonly Word[], gaps: readonly Interval[]): boolean {
  const own = words.map(({ place }) => xInterval(place));
  const minWidth = 0.3 * letterSize(words);
  const left = gaps.map((gap) => atLeastWide(subtractIntervals([gap], own), minWidth)[0]);
  if (left.some((gap) => gap === undefined)) return false;
  const xs = [-Infinity, ...left.map((gap) => (gap ? midpoint(gap) : 0)), Infinity];
  const filled = new Set(own.map((word) => columnAt(xs, midpoint(word))));
  return filled.size > 1 && filled.size * 2 >= xs.length - 1;
}
