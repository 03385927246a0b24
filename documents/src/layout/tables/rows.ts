import { around, bottom, median, right } from "../boxes.ts";
import { type Line, letterSize } from "../lines.ts";

/** Lines that make up a row of a table. */
export type Row = Line[];

/** In letter sizes: the most white between the lines of one cell, and how much more there must be between rows to tell them by it. */
const MOST_LEADING = 0.5;
const JUMP = 0.15;
/** Lines that overlap by so much are no rows above each other. */
const BESIDE = 0.15;
/** White that two lines of one text seldom have. */
const ROW_WHITE = 0.32;

/**
 * Lines of a table as its rows: by the lines drawn between them where those are many, else by the white between them, else
 * by what they hold.
 */
export function rowsOfLines(lines: readonly Line[], xs: readonly number[], separators: readonly number[]): Row[] {
  const isApart = separators.length > 0 ? partedBy(separators) : () => false;
  if (areDense(lines, separators)) {
    const limit = leadingOf(lines, xs) ?? ROW_WHITE * letterSize(lines.flatMap(({ words }) => words));
    return joinUnless(lines, isApart).flatMap((band) => partedBand(band, xs, limit));
  }
  const limit = leadingOf(lines, xs);
  if (limit !== undefined) return joinUnless(lines, (one, other) => isApart(one, other) || white(one, other) > limit);
  return joinUnless(lines, (one, other, row) => isApart(one, other) || !goesOn(row, other, lines, xs));
}

const white = (one: Line, other: Line): number => other.place.y - bottom(one.place);

function joinUnless(lines: readonly Line[], isApart: (one: Line, other: Line, row: Row) => boolean): Row[] {
  const rows: Row[] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const last = row && lowest(row);
    if (row && last && !isApart(last, line, row)) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

const lowest = (row: Row): Line | undefined =>
  row.reduce<Line | undefined>((low, line) => (low && bottom(low.place) > bottom(line.place) ? low : line), undefined);

const middleY = ({ place }: Line): number => place.y + place.height / 2;

const partedBy =
  (separators: readonly number[]) =>
  (one: Line, other: Line): boolean =>
    separators.some((y) => y > middleY(one) && y < middleY(other));

/** Whether a line is drawn between most rows, so that there are no rows without. */
function areDense(lines: readonly Line[], separators: readonly number[]): boolean {
  const bands = joinUnless(lines, partedBy(separators));
  return (
    bands.length >= 4 &&
    median(
      bands.map(({ length }) => length),
      0,
    ) <= 3 &&
    bands.length * 2 >= separators.length
  );
}

/** Rows of a band between two lines: a heading may have no line under it. Each must have something in most columns. */
function partedBand(band: Row, xs: readonly number[], limit: number): Row[] {
  const units = joinUnless(band, (one, other) => white(one, other) > limit);
  const areRows = units.every((unit) => {
    const columns = new Set(unit.flatMap((line) => filled(line, xs)));
    return columns.size > 1 && columns.size * 2 >= xs.length - 1;
  });
  return areRows ? units : [band];
}

/** The most white that two lines of one row have between them, where rows are told by it; undefined where all white is alike. */
function leadingOf(lines: readonly Line[], xs: readonly number[]): number | undefined {
  const size = letterSize(lines.flatMap(({ words }) => words));
  const whites = lines.slice(1).map((line, index) => white(lines[index] ?? line, line));
  const sorted = whites.toSorted((a, b) => a - b);
  let [limit, jump] = [0, JUMP * size];
  for (const [index, next] of sorted.slice(1).entries()) {
    const one = sorted[index] ?? 0;
    if (one > MOST_LEADING * size) break;
    if (next - Math.max(one, 0) > jump) [limit, jump] = [(Math.max(one, 0) + next) / 2, next - Math.max(one, 0)];
  }
  if (limit === 0) return undefined;
  return areWrapped(lines, xs, limit) ? limit : undefined;
}

/** What is joined so must look like texts that went on: few columns have something in both lines. */
function areWrapped(lines: readonly Line[], xs: readonly number[], limit: number): boolean {
  const pairs = lines.slice(1).flatMap((line, index) => {
    const one = lines[index];
    return one && white(one, line) <= limit ? [{ one: filled(one, xs), other: filled(line, xs) }] : [];
  });
  const full = pairs.filter(({ one, other }) => {
    const both = one.filter((column) => other.includes(column)).length;
    return both > 1 && both * 2 > xs.length - 1;
  });
  return full.length * 2 < pairs.length || pairs.length <= 2;
}

/** Columns in which a line has something. */
function filled({ words }: Line, xs: readonly number[]): number[] {
  const columns = words.map(({ place }) => columnAt(xs, place.x + place.width / 2));
  return [...new Set(columns)];
}

export function columnAt(xs: readonly number[], x: number): number {
  const index = xs.findIndex((edge, at) => at > 0 && x < edge);
  return index < 0 ? xs.length - 2 : index - 1;
}

/** Whether a line goes on with what the row's last one began: nothing in the first column, and its words did not fit above. */
function goesOn(row: Row, line: Line, lines: readonly Line[], xs: readonly number[]): boolean {
  const last = lowest(row);
  if (!last || white(last, line) > ROW_WHITE * letterSize(line.words)) return false;
  // Half a line lower is beside it.
  if (white(last, line) < -BESIDE * letterSize(line.words)) return true;
  const columns = filled(line, xs);
  if (columns.includes(0) || columns.length > 2 || columns.length * 2 > xs.length - 1) return false;
  return columns.every((column) => {
    const above = last.words.findLast((word) => columnAt(xs, word.place.x + word.place.width / 2) === column);
    const first = line.words.find((word) => columnAt(xs, word.place.x + word.place.width / 2) === column);
    if (!above || !first) return false;
    return right(above.place) + 1.2 * first.place.width > columnEnd(lines, xs, column);
  });
}

function columnEnd(lines: readonly Line[], xs: readonly number[], column: number): number {
  const ends = lines.flatMap(({ words }) =>
    words.filter(({ place }) => columnAt(xs, place.x + place.width / 2) === column).map(({ place }) => right(place)),
  );
  return Math.max(...ends);
}

/** In letter sizes: how far into a letter's box a line may be drawn and still stand above it. */
const ROUND_EDGE = 0.3;

/** Between rows: the drawn line, else the middle of the white. */
export function rowEdges(rows: readonly Row[], separators: readonly number[]): number[] {
  const places = rows.map((row) => around(row.map(({ place }) => place)));
  const first = places[0]?.y ?? 0;
  const last = places.at(-1);
  const inner = places.slice(1).map((place, index) => {
    const low = bottom(places[index] ?? place);
    const middle = (low + place.y) / 2;
    const slack = ROUND_EDGE * letterSize(rows[index + 1]?.flatMap(({ words }) => words) ?? []);
    const drawn = separators.filter((y) => y > Math.min(low, middle) - slack && y < Math.max(place.y, middle) + slack);
    return drawn.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? middle;
  });
  return [first, ...inner, last ? bottom(last) : first];
}
