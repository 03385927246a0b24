import { boundingBox, bottom, median, right } from "../boxes.ts";
import { type Line, letterSize, middleY, textOf } from "../lines.ts";
import { areValues, isNumberCell } from "./numbers.ts";

/** The lines of a table row. */
export type Row = Line[];

/** In letter sizes: the maximum gap between the lines of a cell, and the minimum jump to the gaps between rows. */
const MAX_LINE_GAP = 0.5;
const MIN_GAP_JUMP = 0.15;
/** The minimum share of gaps between rows: with fewer, rows would have too many lines, and the gaps separate groups of rows. */
const MIN_ROW_GAP_SHARE = 0.1;
/** In letter sizes: lines that overlap by more are in one row. */
const MAX_ROW_OVERLAP = 0.15;
/** In letter sizes: a gap that lines of one text rarely exceed. */
const MIN_ROW_GAP = 0.32;

/**
 * Groups the lines of a table into rows: by the drawn lines where there are many, else by the gaps between lines, else by which
 * columns they fill.
 */
export function groupIntoRows(lines: readonly Line[], xs: readonly number[], separators: readonly number[]): Row[] {
  const isSeparate = separators.length > 0 ? separatedBy(separators) : () => false;
  if (haveManySeparators(lines, separators)) {
    const limit =
      findMaxLineGap(lines, xs, () => false) ?? MIN_ROW_GAP * letterSize(lines.flatMap(({ words }) => words));
    return groupUnless(lines, isSeparate).flatMap((band) => splitBand(band, xs, limit));
  }
  const limit = findMaxLineGap(lines, xs, isSeparate);
  if (limit !== undefined)
    return groupUnless(lines, (upper, lower) => isSeparate(upper, lower) || gapBetween(upper, lower) > limit);
  const header = separators.find((y) => lines.some((line) => middleY(line) < y));
  return groupUnless(
    lines,
    (upper, lower, row) =>
      isSeparate(upper, lower) ||
      !(continuesRow(row, lower, lines, xs) || (header !== undefined && continuesHeader(row, lower, header, xs))),
  );
}

const gapBetween = (upper: Line, lower: Line): number => lower.place.y - bottom(upper.place);

function groupUnless(lines: readonly Line[], isSeparate: (upper: Line, lower: Line, row: Row) => boolean): Row[] {
  const rows: Row[] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const last = row && lowest(row);
    if (row && last && !isSeparate(last, line, row)) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

const lowest = (row: Row): Line | undefined =>
  row.reduce<Line | undefined>((low, line) => (low && bottom(low.place) > bottom(line.place) ? low : line), undefined);

const separatedBy =
  (separators: readonly number[]) =>
  (upper: Line, lower: Line): boolean =>
    separators.some((y) => y > middleY(upper) && y < middleY(lower));

/** Whether there is a drawn line between most rows. */
function haveManySeparators(lines: readonly Line[], separators: readonly number[]): boolean {
  const bands = groupUnless(lines, separatedBy(separators));
  return (
    bands.length >= 4 &&
    median(
      bands.map(({ length }) => length),
      0,
    ) <= 3 &&
    bands.length * 2 >= separators.length
  );
}

/** Splits a band between two drawn lines, because a heading may have no line below. Each row must fill most columns. */
function splitBand(band: Row, xs: readonly number[], limit: number): Row[] {
  if (band.length > 1 && band.every((line) => isValueRow(line, xs))) return band.map((line) => [line]);
  const units = groupUnless(band, (upper, lower) => gapBetween(upper, lower) > limit);
  const areRows = units.every((unit) => {
    const columns = new Set(unit.flatMap((line) => filledColumns(line, xs)));
    return columns.size > 1 && columns.size * 2 >= xs.length - 1;
  });
  return areRows ? units : [band];
}

/** Whether a line fills most columns and has a number after the first column. The rest of a wrapped row does not. */
function isValueRow(line: Line, xs: readonly number[]): boolean {
  const hasNumber = [...numberColumns([line], xs)].some((column) => column > 0);
  return hasNumber && filledColumns(line, xs).length * 2 > xs.length - 1;
}

/** The maximum gap between lines of one row; undefined when gaps do not distinguish rows. */
function findMaxLineGap(
  lines: readonly Line[],
  xs: readonly number[],
  isSeparate: (upper: Line, lower: Line) => boolean,
): number | undefined {
  const size = letterSize(lines.flatMap(({ words }) => words));
  // The gap around a drawn line is wide, also where the rows are as near as the lines of a cell.
  const gaps = lines.slice(1).flatMap((line, index) => {
    const upper = lines[index] ?? line;
    return isSeparate(upper, line) ? [] : [gapBetween(upper, line)];
  });
  const sorted = gaps.toSorted((a, b) => a - b);
  let [limit, jump] = [0, MIN_GAP_JUMP * size];
  for (const [index, next] of sorted.slice(1).entries()) {
    const upper = sorted[index] ?? 0;
    if (upper > MAX_LINE_GAP * size) break;
    if (next - Math.max(upper, 0) > jump) [limit, jump] = [(Math.max(upper, 0) + next) / 2, next - Math.max(upper, 0)];
  }
  if (limit === 0 || sorted.filter((gap) => gap > limit).length < MIN_ROW_GAP_SHARE * sorted.length) return undefined;
  return areWrapped(lines, xs, limit) ? limit : undefined;
}

/** Whether joined lines look like wrapped text: few columns have text in both lines. */
function areWrapped(lines: readonly Line[], xs: readonly number[], limit: number): boolean {
  const pairs = lines.slice(1).flatMap((line, index) => {
    const upper = lines[index];
    return upper && gapBetween(upper, line) <= limit
      ? [{ upper: filledColumns(upper, xs), lower: filledColumns(line, xs) }]
      : [];
  });
  if (areKeyed(lines, xs, limit)) return true;
  const full = pairs.filter(({ upper, lower }) => {
    const both = upper.filter((column) => lower.includes(column)).length;
    return both > 1 && both * 2 > xs.length - 1;
  });
  return full.length * 2 < pairs.length || pairs.length <= 2;
}

/** The minimum share of rows that start with a text in the first column, and of their other lines without one. */
const MIN_KEYED_SHARE = 0.9;
const MIN_KEYED_ROWS = 3;

/** Whether each row has a text in the first column of its first line only, such as a number, so that all other cells may wrap. */
function areKeyed(lines: readonly Line[], xs: readonly number[], limit: number): boolean {
  const rows = groupUnless(lines, (upper, lower) => gapBetween(upper, lower) > limit);
  const hasKey = (line: Line | undefined): boolean => line !== undefined && filledColumns(line, xs).includes(0);
  const others = rows.flatMap((row) => row.slice(1));
  const [keyed, unkeyed] = [rows.filter(([first]) => hasKey(first)), others.filter((line) => !hasKey(line))];
  return (
    rows.length >= MIN_KEYED_ROWS &&
    keyed.length >= MIN_KEYED_SHARE * rows.length &&
    unkeyed.length >= MIN_KEYED_SHARE * others.length
  );
}

/** The columns with text in a line. */
export function filledColumns({ words }: Line, xs: readonly number[]): number[] {
  const columns = words.map(({ place }) => columnAt(xs, place.x + place.width / 2));
  return [...new Set(columns)];
}

/** The columns whose cell is a number with at most a unit. */
export function numberColumns(row: Row, xs: readonly number[]): Set<number> {
  const cells = Map.groupBy(
    row.flatMap(({ words }) => words),
    ({ place }) => columnAt(xs, place.x + place.width / 2),
  );
  return new Set([...cells].flatMap(([column, words]) => (isNumberCell(words) ? [column] : [])));
}

export function columnAt(xs: readonly number[], x: number): number {
  const index = xs.findIndex((edge, at) => at > 0 && x < edge);
  return index < 0 ? xs.length - 2 : index - 1;
}

/** Whether a line continues the row: it has no text in the first column, and its words did not fit on the line above. */
function continuesRow(row: Row, line: Line, lines: readonly Line[], xs: readonly number[]): boolean {
  const last = lowest(row);
  if (!last) return false;
  if (continuesEntry(last, line, lines, xs)) return true;
  if (gapBetween(last, line) > MIN_ROW_GAP * letterSize(line.words)) return false;
  // A line half a line lower is in the same row.
  if (gapBetween(last, line) < -MAX_ROW_OVERLAP * letterSize(line.words)) return true;
  const columns = filledColumns(line, xs);
  if (continuesLabel(row, line, lines, xs)) return true;
  if (columns.length === 1 && isIndentedBelow(last, line, xs, columns[0] ?? 0)) return true;
  if (columns.includes(0) || columns.length > 2 || columns.length * 2 > xs.length - 1) return false;
  // A longer text above or below may reach beyond its column, so that one wrapped column is enough.
  const above = filledColumns(last, xs);
  return (
    columns.every((column) => above.includes(column)) &&
    columns.some((column) => isWrappedAfter(last, line, lines, xs, column))
  );
}

/** In letter sizes: the maximum extra gap above the rest of a text, compared with the usual gap between lines. */
const MAX_GAP_DIFFERENCE = 0.1;

/**
 * Whether a line has only the rest of the text above it: the other lines have a text in the first column and a number, which it
 * lacks. It may be as far from the line above as the rows are from each other.
 */
function continuesEntry(last: Line, line: Line, lines: readonly Line[], xs: readonly number[]): boolean {
  const [column, ...others] = filledColumns(line, xs);
  if (!column || others.length > 0 || !filledColumns(last, xs).includes(column)) return false;
  const gaps = lines.slice(1).map((lower, index) => gapBetween(lines[index] ?? lower, lower));
  if (gapBetween(last, line) > median(gaps, 0) + MAX_GAP_DIFFERENCE * letterSize(line.words)) return false;
  const rows = lines.filter((other) => filledColumns(other, xs).length > 1);
  const keyed = rows.filter((row) => filledColumns(row, xs).includes(0));
  const numbers = rows.map((row) => numberColumns([row], xs));
  const isNumeric = (at: number): boolean => numbers.filter((columns) => columns.has(at)).length * 2 > rows.length;
  return (
    keyed.length >= MIN_KEYED_SHARE * rows.length &&
    !isNumeric(column) &&
    xs.slice(2).some((_, index) => isNumeric(index + 1)) &&
    (SMALL.test(textOf(line)) || isWrappedAfter(last, line, lines, xs, column))
  );
}

/** The maximum share of labels beside values that start with a small letter, where a small letter shows the rest of a label. */
const MAX_SMALL_SHARE = 0.3;
export const SMALL = /^\(?\p{Ll}/u;

/**
 * Whether a line has the rest of the label above it: it starts with a small letter, which few labels do, and only one of both lines
 * has values beside the label.
 */
function continuesLabel(row: Row, line: Line, lines: readonly Line[], xs: readonly number[]): boolean {
  const labels = lines.filter((other) => hasLabel(other, xs) && filledColumns(other, xs).length > 1);
  const text = labelOf(line, xs);
  const above = row.flatMap((upper) => upper.words.filter(({ place }) => columnAt(xs, place.x + place.width / 2) > 0));
  const hasValues = filledColumns(line, xs).some((column) => column > 0);
  if (!SMALL.test(text) || row.every((upper) => !hasLabel(upper, xs)) || (above.length > 0 && hasValues)) return false;
  if (/[:;.]$/u.test(row.map((upper) => labelOf(upper, xs)).join(" "))) return false;
  return labels.filter((other) => SMALL.test(labelOf(other, xs))).length <= MAX_SMALL_SHARE * labels.length;
}

const labelOf = ({ words }: Line, xs: readonly number[]): string =>
  words
    .filter(({ place, text }) => columnAt(xs, place.x + place.width / 2) === 0 && /[^.\s]/u.test(text))
    .map(({ text }) => text)
    .join(" ");
const hasLabel = (line: Line, xs: readonly number[]): boolean => labelOf(line, xs) !== "";

/** In letter sizes: the minimum indent of the second line of a text. */
const MIN_INDENT = 0.4;
const MAX_INDENT = 2;

/** Whether a line starts with a word to the right of the start of the text above it, as the second line of an entry does. */
function isIndentedBelow(upper: Line, lower: Line, xs: readonly number[], column: number): boolean {
  const [above, first] = [upper, lower].map(({ words }) =>
    words.find((word) => columnAt(xs, word.place.x + word.place.width / 2) === column),
  );
  const isText = upper.words.some(
    ({ text, place }) => columnAt(xs, place.x + place.width / 2) === column && /\p{L}{2}/u.test(text),
  );
  if (!above || !first || !isText || upper.words.length <= lower.words.length) return false;
  const indent = (first.place.x - above.place.x) / letterSize(lower.words);
  return indent >= MIN_INDENT && indent <= MAX_INDENT;
}

/** Whether a line above the first drawn line is the second line of the headings above it. Headings below a common one are not. */
function continuesHeader(row: Row, line: Line, end: number, xs: readonly number[]): boolean {
  const last = lowest(row);
  const values = line.words.filter(({ place }) => columnAt(xs, place.x + place.width / 2) > 0);
  if (
    !last ||
    middleY(line) > end ||
    areValues(values) ||
    gapBetween(last, line) > MIN_ROW_GAP * letterSize(line.words)
  )
    return false;
  const above = new Set(row.flatMap((upper) => filledColumns(upper, xs)));
  return above.size * 2 > xs.length - 1 && filledColumns(line, xs).every((column) => above.has(column));
}

/** Whether the first word of a line did not fit into its column on the line above. */
export function isWrappedAfter(
  upper: Line,
  lower: Line,
  lines: readonly Line[],
  xs: readonly number[],
  column: number,
): boolean {
  const above = upper.words.findLast((word) => columnAt(xs, word.place.x + word.place.width / 2) === column);
  const first = lower.words.find((word) => columnAt(xs, word.place.x + word.place.width / 2) === column);
  if (!above || !first) return false;
  return right(above.place) + 1.2 * first.place.width > columnEnd(lines, xs, column);
}

function columnEnd(lines: readonly Line[], xs: readonly number[], column: number): number {
  const ends = lines.flatMap(({ words }) =>
    words.filter(({ place }) => columnAt(xs, place.x + place.width / 2) === column).map(({ place }) => right(place)),
  );
  return Math.max(...ends);
}

/** In letter sizes: how far a separator may reach into the box of the letters below it. */
const MAX_EDGE_OVERLAP = 0.3;

/** The row edges: between two rows the drawn line, else the middle of the gap. */
export function rowEdges(rows: readonly Row[], separators: readonly number[]): number[] {
  const places = rows.map((row) => boundingBox(row.map(({ place }) => place)));
  const first = places[0]?.y ?? 0;
  const last = places.at(-1);
  const inner = places.slice(1).map((place, index) => {
    const low = bottom(places[index] ?? place);
    const middle = (low + place.y) / 2;
    const slack = MAX_EDGE_OVERLAP * letterSize(rows[index + 1]?.flatMap(({ words }) => words) ?? []);
    const drawn = separators.filter((y) => y > Math.min(low, middle) - slack && y < Math.max(place.y, middle) + slack);
    return drawn.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? middle;
  });
  return [first, ...inner, last ? bottom(last) : first];
}
