import { boundingBox, bottom, median, right } from "../boxes.ts";
import { type Line, letterSize, groupIntoLines } from "../lines.ts";
import type { Word } from "../page-content.ts";
import { isDrawn } from "../rulings/lattice.ts";
import { isNumber } from "./numbers.ts";
import { type Grid, rowsOf } from "./grid.ts";
import { groupByNumbers } from "./group-by-numbers.ts";
import { type Row, columnAt, filledColumns, rowEdges, groupIntoRows } from "./rows.ts";

/** A table with drawn lines only between its columns has at most this many drawn rows. */
const MAX_DRAWN_ROWS = 3;
/** In letter sizes: the minimum gap between rows. */
const MIN_ROW_GAP = 0.32;
/** The minimum share of filled columns in rows. Wrapped text leaves more columns empty. */
const MIN_FILLED_SHARE = 0.7;

/** Dots that fill a cell, so that each text in it seems to be full. */
const LEADER = /^\.{4,}$/u;

/** Splits the rows of a grid by their text, when lines are drawn only between its columns; undefined when nothing is split. */
export function splitRowsByText(grid: Grid, words: readonly Word[]): Grid | undefined {
  const hasFewRows = rowsOf(grid) <= MAX_DRAWN_ROWS;
  const split: Grid = { xs: grid.xs, ys: [grid.ys[0] ?? 0], wallRight: [], wallBelow: [] };
  for (let row = 0; row < rowsOf(grid); row += 1) {
    const [top, low] = [grid.ys[row] ?? 0, grid.ys[row + 1] ?? 0];
    const isTall = tallCells(grid, row);
    const inside = words.filter(
      ({ text, place }) =>
        isBetween(place.y + place.height / 2, top, low) &&
        !isTall[columnAt(grid.xs, place.x + place.width / 2)] &&
        !LEADER.test(text),
    );
    const edges = edgesWithin(groupIntoLines(inside), grid.xs, hasFewRows);
    for (const edge of [...edges, low]) {
      split.wallRight.push(wallsBetween(grid, row, split.ys.at(-1) ?? top, edge));
      split.ys.push(edge);
      split.wallBelow.push(edge === low ? (grid.wallBelow[row] ?? []) : isTall.map((tall) => !tall));
    }
  }
  return rowsOf(split) > rowsOf(grid) ? split : undefined;
}

/** Whether each column's cell in a row also covers the row above or below, such as a chart beside the rows. */
const tallCells = ({ xs, ys, wallBelow }: Grid, row: number): boolean[] =>
  xs
    .slice(1)
    .map(
      (_, column) =>
        (row > 0 && wallBelow[row - 1]?.[column] === false) ||
        (row < ys.length - 2 && wallBelow[row]?.[column] === false),
    );

/** The walls of a part of a drawn row. A heading over several columns has no line beside the headings below it. */
function wallsBetween({ wallRight, verticals }: Grid, row: number, top: number, low: number): boolean[] {
  return (wallRight[row] ?? []).map((wall, column) => {
    const drawn = verticals?.[column + 1];
    return drawn && drawn.length > 0 ? isDrawn(drawn, top, low) : wall;
  });
}

const isBetween = (y: number, top: number, low: number): boolean => y > top && y < low;

/** The edges between the text rows in a drawn row. */
function edgesWithin(lines: readonly Line[], xs: readonly number[], hasFewRows: boolean): number[] {
  const rows = textRows(lines, xs, hasFewRows);
  return rows && rows.length > 1 ? rowEdges(rows, []).slice(1, -1) : [];
}

function textRows(lines: readonly Line[], xs: readonly number[], hasFewRows: boolean): Row[] | undefined {
  const numbered = groupByNumbers(lines, xs);
  if (numbered) return numbered;
  const rows = hasFewRows ? groupIntoRows(lines, xs, []) : lines.map((line) => [line]);
  const areSeparate = hasFewRows ? areRows(rows, xs) || arePairs(rows, xs) : areNumberRows(rows, xs);
  return areSeparate ? rows : undefined;
}

function areRows(rows: readonly Row[], xs: readonly number[]): boolean {
  const words = rows.map((row) => row.flatMap((line) => line.words));
  const size = letterSize(words.flat());
  const places = words.map((row) => boundingBox(row.map(({ place }) => place)));
  const gaps = places.slice(1).map((place, index) => place.y - bottom(places[index] ?? place));
  const filled = median(
    words.map((row) => new Set(row.map(({ place }) => columnAt(xs, place.x + place.width / 2))).size),
    0,
  );
  const columns = xs.length - 1;
  if (filled < 2) return false;
  const areGapsWide = median(gaps, 0) >= MIN_ROW_GAP * size;
  const areColumnsFilled = columns > 2 && filled >= MIN_FILLED_SHARE * columns;
  if (rows.length > 2) return areGapsWide || areColumnsFilled;
  return areColumnsFilled && (areGapsWide || areFullRows(rows, xs));
}

const MIN_FULL_COLUMNS = 4;
/** The minimum number of columns in which the first word of a row had room on the line above, so that it is no wrapped text. */
const MIN_FITTING = 2;

/** Whether each row has a text in each column that is not the rest of the text above. */
function areFullRows(rows: readonly Row[], xs: readonly number[]): boolean {
  const columns = xs.length - 1;
  return (
    columns >= MIN_FULL_COLUMNS &&
    rows.every(([first], index) => {
      const above = rows[index - 1]?.[0];
      if (!first || filledColumns(first, xs).length < columns) return false;
      const fitting = xs.slice(1).filter((end, column) => above && fitsAfter(above, first, xs, column, end));
      return !above || fitting.length >= MIN_FITTING;
    })
  );
}

/** Whether the first word of a line had room on the line above, before the drawn end of its column. */
function fitsAfter(upper: Line, lower: Line, xs: readonly number[], column: number, end: number): boolean {
  const inColumn = ({ place }: Word): boolean => columnAt(xs, place.x + place.width / 2) === column;
  const [above, first] = [upper.words.findLast(inColumn), lower.words.find(inColumn)];
  return above !== undefined && first !== undefined && right(above.place) + 1.2 * first.place.width < end;
}

const MIN_PAIRS = 4;

/** Whether each row of two columns has one short text in the first column and at most a wrapped text in the second. */
function arePairs(rows: readonly Row[], xs: readonly number[]): boolean {
  return (
    xs.length === 3 &&
    rows.length >= MIN_PAIRS &&
    rows.every((row) => {
      const [first = []] = row.map((line) => filledColumns(line, xs));
      const isWrapped = row.slice(1).every((line) => filledColumns(line, xs).every((column) => column === 1));
      return first.length === 2 && isWrapped && wordsIn(row, xs, 0).length <= MAX_KEY_WORDS;
    })
  );
}

const MAX_KEY_WORDS = 2;
const wordsIn = (row: Row, xs: readonly number[], column: number): Word[] =>
  row.flatMap(({ words }) => words.filter(({ place }) => columnAt(xs, place.x + place.width / 2) === column));

/** The minimum shares of filled columns and of numbers in rows that share a drawn row. */
const MIN_NUMBER_ROW_SHARE = 0.6;
const MIN_NUMBER_SHARE = 0.5;
const MIN_LONG_ROWS = 5;
const MIN_FILLED_ROW_SHARE = 0.5;
const MIN_NUMERIC_ROWS = 0.75;

/** Whether a row has only numbers in a column. */
const isNumeric = (row: ReadonlyMap<number, Word[]>, column: number): boolean =>
  row.get(column)?.every(({ text }) => isNumber(text)) ?? false;

/** The number of columns of a row with only numbers. */
const numbersIn = (row: ReadonlyMap<number, Word[]>): number =>
  [...row.keys()].filter((column) => isNumeric(row, column)).length;

/** Whether each row consists mostly of numbers, in a grid that separates other rows by lines. Wrapped text does not. */
function areNumberRows(rows: readonly Row[], xs: readonly number[]): boolean {
  const columns = xs.length - 1;
  const cells = rows.map((row) =>
    Map.groupBy(
      row.flatMap((line) => line.words),
      ({ place }) => columnAt(xs, place.x + place.width / 2),
    ),
  );
  // A row with text in the first column only is the heading of the rows below.
  const full = cells.filter((row) => !(row.size === 1 && row.has(0)));
  if (full.length < 2 || full.length < MIN_NUMBER_ROW_SHARE * rows.length) return false;
  const areFilled = full.every((row) => row.size > 1 && row.size >= MIN_FILLED_ROW_SHARE * columns);
  const numeric = full.filter((row) => numbersIn(row) >= 2 && numbersIn(row) >= MIN_NUMBER_SHARE * row.size);
  if (areFilled && numeric.length >= 2 && numeric.length >= MIN_NUMERIC_ROWS * full.length) return true;
  // One column of numbers is enough when many rows fill their columns.
  return (
    areFilled &&
    full.length >= MIN_LONG_ROWS &&
    xs
      .slice(1)
      .some((_, column) => full.filter((row) => isNumeric(row, column)).length >= MIN_NUMERIC_ROWS * full.length)
  );
}
