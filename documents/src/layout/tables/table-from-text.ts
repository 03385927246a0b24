import { boundingBox, overlap } from "../boxes.ts";
import type { Line } from "../lines.ts";
import type { Stroke } from "../rulings/strokes.ts";
import { type Interval, gapsBetween, midpoint, xInterval } from "../intervals.ts";
import { gridOfBrokenRulings } from "./broken-rulings.ts";
import { columnGap, findUsualGaps, crossedGaps, columnEdges } from "./columns.ts";
import type { Grid } from "./grid.ts";
import { separateHeadings, spanHeadings } from "./heading-spans.ts";
import { joinHeadingLines, wallsBelowHeadings } from "./join-headings.ts";
import { filledColumns, rowEdges, groupIntoRows } from "./rows.ts";
import { type FoundTable, fillGrid } from "./fill-grid.ts";

export interface Hints {
  /** Horizontal lines among the text. */
  strokes: readonly Stroke[];
  /** The table's left and right end according to drawn lines. */
  outer?: Interval;
  /** The gaps between columns when they are known. */
  gaps?: readonly Interval[];
}

/** The minimum share of a table's width for a line between rows. */
const MIN_SEPARATOR_SHARE = 0.8;

/** Builds a table from lines by the gaps between its columns; undefined for a single column or row. */
export function tableFromText(lines: readonly Line[], hints: Hints, page: number): FoundTable | undefined {
  const usualGap = columnGap(lines);
  const gaps = hints.gaps ?? withoutShiftedHeadings(findUsualGaps(lines, usualGap), lines);
  if (gaps.length === 0) return undefined;
  const text = boundingBox(lines.map(({ place }) => place));
  const outer = hints.outer ?? xInterval(text);
  const grid =
    gridOfBrokenRulings(lines, gaps, outer, hints.strokes, usualGap) ??
    gridOfRows(lines, gaps, outer, hints.strokes, usualGap);
  return (
    grid &&
    fillGrid(
      grid,
      lines.flatMap(({ words }) => words),
      page,
      "unruled",
    )
  );
}

/** The maximum number of lines of a column that consists of a heading only. */
const MAX_HEADING_LINES = 3;

/** Removes the gap between a column of values without a heading and a heading beside it without values. */
function withoutShiftedHeadings(gaps: readonly Interval[], lines: readonly Line[]): Interval[] {
  const xs = [-Infinity, ...gaps.map(midpoint), Infinity];
  const filled = lines.map((line) => filledColumns(line, xs));
  const indexes = xs
    .slice(1)
    .map((_, column) => filled.flatMap((columns, line) => (columns.includes(column) ? [line] : [])));
  return gaps.filter((_, column) => {
    const [before = [], after = []] = indexes.slice(column, column + 2);
    const [heading, values] = (before[0] ?? 0) < (after[0] ?? 0) ? [before, after] : [after, before];
    const isShifted = (heading.at(-1) ?? 0) < Math.min(MAX_HEADING_LINES, values[0] ?? 0);
    return column === 0 || heading.length === 0 || !isShifted || values.length <= MAX_HEADING_LINES;
  });
}

/** The grid with rows found by drawn lines and by the text; undefined for a single row. */
function gridOfRows(
  lines: readonly Line[],
  gaps: readonly Interval[],
  outer: Interval,
  strokes: readonly Stroke[],
  usualGap: number,
): Grid | undefined {
  const xs = columnEdges(gaps, outer);
  const isSeparator = ({ from, to }: Stroke): boolean =>
    overlap(from, to, outer.from, outer.to) > MIN_SEPARATOR_SHARE * (outer.to - outer.from);
  const separators = strokes.filter(isSeparator).map(({ at }) => at);
  const grouped = separateHeadings(groupIntoRows(lines, xs, separators), xs);
  const rows = joinHeadingLines(grouped, gaps, xs, strokes, usualGap);
  if (rows.length < 2) return undefined;
  const ys = rowEdges(rows, separators);
  const underlined = rows.map((row, index) => {
    const under = strokes.filter((stroke) => !isSeparator(stroke) && isBelow(stroke, ys, index));
    return gaps.map((gap) => under.some((stroke) => isUnder(stroke, gap) && isOneHeading(row, stroke, usualGap)));
  });
  const wallRight = rows.map((row, index) => {
    const crossed = new Set(row.flatMap((line) => crossedGaps(gaps, line, usualGap)));
    return [...gaps.map((gap, column) => !crossed.has(gap) && !underlined[index]?.[column]), true];
  });
  spanHeadings(rows, xs, wallRight, (row, column) => underlined[row]?.[column] ?? false);
  return { xs, ys, wallRight, wallBelow: wallsBelowHeadings(rows, xs, wallRight, strokes) };
}

/** Whether a line lies between a row and the next, like the line under a heading over several columns. */
function isBelow({ at }: Stroke, ys: readonly number[], row: number): boolean {
  const [top, low] = [ys[row] ?? 0, ys[row + 1] ?? 0];
  return at > (top + low) / 2 && at < low + (low - top) / 2;
}

const isUnder = (stroke: Stroke, { from, to }: Interval): boolean => stroke.from < from && stroke.to > to;

/** Whether the words above a line are one heading. A line below the whole header is above several. */
function isOneHeading(row: readonly Line[], { from, to }: Stroke, usualGap: number): boolean {
  return row.every(({ words }) => {
    const above = words.filter(({ place }) => place.x + place.width / 2 > from && place.x + place.width / 2 < to);
    return gapsBetween(above.map(({ place }) => xInterval(place))).every((gap) => gap.to - gap.from < usualGap);
  });
}
