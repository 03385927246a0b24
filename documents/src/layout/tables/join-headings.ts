import { verticalGap } from "../bands.ts";
import { boundingBox, bottom, overlap } from "../boxes.ts";
import { type Interval, midpoint, xInterval } from "../intervals.ts";
import { type Line, letterSize, splitLine } from "../lines.ts";
import type { Stroke } from "../rulings/strokes.ts";
import { areOverColumns } from "./heading-spans.ts";
import { areValues } from "./numbers.ts";
import { type Row, columnAt, filledColumns, numberColumns } from "./rows.ts";

/** In letter sizes: the maximum gap between the lines of one heading. */
const MAX_LINE_GAP = 0.5;
/** The maximum number of rows above the first row of values. */
const MAX_HEADING_ROWS = 8;
/** The gap between columns is wider than a space by this ratio. */
const MIN_SPACE_RATIO = 1.35;

/**
 * Joins the rows above the first row of values that are lines of the same headings: lines near each other, without a drawn line
 * between them, and not below a heading over several columns.
 */
export function joinHeadingLines(
  rows: readonly Row[],
  gaps: readonly Interval[],
  xs: readonly number[],
  strokes: readonly Stroke[],
  usualGap: number,
): Row[] {
  const first = firstValues(rows, xs);
  if (first < 2) return [...rows];
  const joined: Row[] = [];
  for (const [index, row] of rows.entries()) {
    const above = joined.at(-1);
    const isRest = above && index < first && continues(above, row, gaps, xs, strokes, usualGap);
    const last = above?.at(-1);
    if (isRest && last && !areOverColumns(last, rows.slice(index), xs)) above.push(...row);
    else joined.push([...row]);
  }
  return joined;
}

/**
 * The walls below each row: none between the lines of a heading beside one over several columns, such as 'Unit of' and 'measure'
 * beside 'Value' above 'Old' and 'New'.
 */
export function wallsBelowHeadings(
  rows: readonly Row[],
  xs: readonly number[],
  wallRight: readonly boolean[][],
  strokes: readonly Stroke[],
): boolean[][] {
  const first = firstValues(rows, xs);
  return rows.map((upper, row) => {
    const lower = rows[row + 1];
    return xs.slice(1).map((_, column) => {
      if (!lower || row + 1 >= first) return true;
      const isOpen = [row, row + 1].some(
        (at) => wallRight[at]?.[column] === false || wallRight[at]?.[column - 1] === false,
      );
      const [above, below] = [partIn(upper, xs, column), partIn(lower, xs, column)];
      if (isOpen || !above || !below) return true;
      const size = letterSize([...above.words, ...below.words]);
      return verticalGap([above], [below]) > MAX_LINE_GAP * size || hasStrokeBetween([above], [below], strokes);
    });
  });
}

/** The words of a row in one column; undefined without words. */
function partIn(row: Row, xs: readonly number[], column: number): Line | undefined {
  const words = row
    .flatMap((line) => line.words)
    .filter(({ place }) => columnAt(xs, place.x + place.width / 2) === column);
  return words.length > 0 ? { words, place: boundingBox(words.map(({ place }) => place)) } : undefined;
}

/** The index of the first row of values; negative if the rows that may be headings are not above one. */
const firstValues = (rows: readonly Row[], xs: readonly number[]): number =>
  rows
    .slice(0, MAX_HEADING_ROWS + 1)
    .findIndex((row, index) => isMostlyNumbers(row, xs) || isLikeBelow(row, rows.slice(index + 1), xs));

/** Whether a row has mostly numbers after its first column. */
const isMostlyNumbers = (row: Row, xs: readonly number[]): boolean =>
  areValues(row.flatMap(({ words }) => words).filter(({ place }) => columnAt(xs, place.x + place.width / 2) > 0));

/**
 * Whether a row has a number in its first column or in most columns where most rows below it have one. A text of several words
 * beside its numbers, such as the name of an article, has more words than they have.
 */
function isLikeBelow(row: Row, below: readonly Row[], xs: readonly number[]): boolean {
  const own = numberColumns(row, xs);
  const others = below.map((other) => numberColumns(other, xs));
  const usual = xs.slice(1).flatMap((_, column) => {
    const numbers = others.filter((columns) => columns.has(column));
    return numbers.length * 2 > below.length ? [column] : [];
  });
  const shared = usual.filter((column) => own.has(column));
  return shared.includes(0) || shared.length * 2 > usual.length;
}

function continues(
  upper: Row,
  lower: Row,
  gaps: readonly Interval[],
  xs: readonly number[],
  strokes: readonly Stroke[],
  usualGap: number,
): boolean {
  const [last, next] = [upper.at(-1), lower[0]];
  if (!last || !next) return false;
  const size = letterSize([...last.words, ...next.words]);
  if (verticalGap(upper, lower) > MAX_LINE_GAP * size) return false;
  if (hasStrokeBetween(upper, lower, strokes)) return false;
  const above = new Set(upper.flatMap((line) => filledColumns(line, xs)));
  const below = filledColumns(next, xs);
  // A line in the first column only may be the heading of the rows below.
  if (below.every((column) => column === 0) || !below.some((column) => above.has(column))) return false;
  return !hasSpanning(last, gaps, usualGap);
}

function hasStrokeBetween(upper: Row, lower: Row, strokes: readonly Stroke[]): boolean {
  const [top, low] = [boundingBox(upper.map(({ place }) => place)), boundingBox(lower.map(({ place }) => place))];
  const [from, to] = [top.y + top.height / 2, low.y + low.height / 2];
  return strokes.some(
    (stroke) =>
      stroke.at > Math.max(from, bottom(top) - 0.35 * top.height) &&
      stroke.at < to &&
      [...upper, ...lower].some(({ place }) => overlap(stroke.from, stroke.to, place.x, place.x + place.width) > 0),
  );
}

/** Whether a part of a line extends over a gap between columns. */
const hasSpanning = (line: Line, gaps: readonly Interval[], usualGap: number): boolean =>
  splitLine(line, usualGap / MIN_SPACE_RATIO / letterSize(line.words)).some(({ place }) => {
    const { from, to } = xInterval(place);
    return gaps.some((gap) => from < midpoint(gap) && to > midpoint(gap));
  });
