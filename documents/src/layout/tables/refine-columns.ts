import { right, bottom } from "../boxes.ts";
import { type Interval, midpoint } from "../intervals.ts";
import { type Line, groupIntoLines } from "../lines.ts";
import type { Word } from "../page-content.ts";
import { columnGap, findColumnGaps, isOnBothSides, rarelyCrossedGaps } from "./columns.ts";
import { type Grid, columnsOf, rowsOf } from "./grid.ts";

/** A gap divides a drawn column when at least this many lines, and this share of them, have words on both sides of it. */
const MIN_DIVIDED_LINES = 3;
const MIN_DIVIDED_SHARE = 0.6;
/** The minimum share of rows in which text confirms a column edge that is drawn only in other rows. */
const MIN_CONFIRMED_SHARE = 0.5;

/** Divides the columns of a drawn grid where most lines in a column show the same gap. The new edges have no walls. */
export function divideColumns(grid: Grid, words: readonly Word[]): Grid {
  const usualGap = columnGap(groupIntoLines(words));
  return extraGaps(grid, words, usualGap).reduce((result, gap) => insertEdge(result, midpoint(gap)), grid);
}

/** The gaps inside drawn columns that most of their lines show. */
function extraGaps(grid: Grid, words: readonly Word[], usualGap: number): Interval[] {
  return Array.from({ length: columnsOf(grid) }, (_, column) => column).flatMap((column) => {
    const inside = words.filter((word) => isInColumn(grid, word, column));
    const lines = groupIntoLines(inside);
    if (lines.length < MIN_DIVIDED_LINES) return [];
    const gaps = findColumnGaps(lines, usualGap);
    const usual = rarelyCrossedGaps(lines, usualGap);
    return (usual.length > gaps.length ? usual : gaps).filter((gap) => {
      const beside = lines.filter((line) => isOnBothSides(line.words, gap));
      const isFrequent = beside.length >= MIN_DIVIDED_LINES && beside.length >= MIN_DIVIDED_SHARE * lines.length;
      return isFrequent && differ(beside, gap);
    });
  });
}

/** Whether the words on each side of a gap differ: the same words in all lines have the same space between them. */
function differ(lines: readonly Line[], { from, to }: Interval): boolean {
  const before = lines.map(({ words }) => words.findLast(({ place }) => right(place) <= from + 0.01)?.text);
  const after = lines.map(({ words }) => words.find(({ place }) => place.x >= to - 0.01)?.text);
  return [before, after].every((texts) => new Set(texts).size > Math.max(1, texts.length / 4));
}

/** Whether a word is in a cell of this column only. */
function isInColumn(grid: Grid, { place }: Word, column: number): boolean {
  const x = place.x + place.width / 2;
  if (x < (grid.xs[column] ?? 0) || x > (grid.xs[column + 1] ?? 0)) return false;
  const row = rowAt(grid, place.y + place.height / 2);
  const isClosed = (at: number): boolean => at < 0 || at >= columnsOf(grid) - 1 || grid.wallRight[row]?.[at] === true;
  return isClosed(column - 1) && isClosed(column);
}

function rowAt({ ys }: Grid, y: number): number {
  const index = ys.findIndex((edge, at) => at > 0 && y < edge);
  return index < 0 ? ys.length - 2 : index - 1;
}

/** Inserts a column edge without walls. */
function insertEdge(grid: Grid, x: number): Grid {
  const column = grid.xs.findIndex((edge, at) => at > 0 && x < edge) - 1;
  return {
    xs: grid.xs.toSpliced(column + 1, 0, x),
    ys: grid.ys,
    verticals: grid.verticals?.toSpliced(column + 1, 0, undefined) ?? [],
    wallRight: grid.wallRight.map((walls) => walls.toSpliced(column, 0, false)),
    wallBelow: grid.wallBelow.map((walls) => walls.toSpliced(column, 0, walls[column] ?? true)),
  };
}

/**
 * Adds walls that are missing in some rows, such as those of edges that are drawn in the header only, when the text of most of
 * these rows leaves the edge free.
 */
export function confirmEdges(grid: Grid, words: readonly Word[]): Grid {
  const lines = groupIntoLines(words);
  const usualGap = columnGap(lines);
  const inRow = grid.ys
    .slice(1)
    .map((low, row) => lines.filter(({ place }) => isBetween((place.y + bottom(place)) / 2, grid.ys[row] ?? 0, low)));
  const wallRight = grid.wallRight.map((walls) => [...walls]);
  const xs = [...grid.xs];
  for (let column = 0; column + 1 < columnsOf(grid); column += 1) {
    const open = inRow.map((_, row) => row).filter((row) => grid.wallRight[row]?.[column] === false);
    const openLines = open.flatMap((row) => inRow[row] ?? []);
    const isMostlyDrawn = open.length < MAX_OPEN_SHARE * rowsOf(grid);
    const x = confirmedEdge(openLines, grid.xs, column + 1, { usualGap, isMostlyDrawn });
    if (x === undefined) continue;
    xs[column + 1] = x;
    for (const row of open) {
      const isCrossed = (inRow[row] ?? []).some(({ words }) => widthAt(words, x) < 0.5 * usualGap);
      const walls = wallRight[row];
      if (walls && !isCrossed) walls[column] = true;
    }
  }
  return { ...grid, xs, wallRight };
}

/** How far the text of rows may be shifted from an edge that is drawn in other rows, as a share of the column's width. */
const MAX_EDGE_SHIFT = 0.5;
/** If fewer rows lack the line, they have merged cells, and text on both sides of the edge must confirm it. */
const MAX_OPEN_SHARE = 0.6;

/**
 * The x of a column edge in lines without a drawn one: the drawn x or a gap beside it. Undefined when text crosses both.
 * `isMostlyDrawn` says whether the edge is drawn in the other rows
 */
function confirmedEdge(
  lines: readonly Line[],
  xs: readonly number[],
  edge: number,
  { usualGap, isMostlyDrawn }: { usualGap: number; isMostlyDrawn: boolean },
): number | undefined {
  const [before = 0, drawn = 0, after = 0] = xs.slice(edge - 1, edge + 2);
  const beside = findColumnGaps(lines, usualGap)
    .map(midpoint)
    .filter((x) => x > drawn - MAX_EDGE_SHIFT * (drawn - before) && x < drawn + MAX_EDGE_SHIFT * (after - drawn))
    .toSorted((a, b) => Math.abs(a - drawn) - Math.abs(b - drawn));
  const crossings = (x: number): number => lines.filter(({ words }) => widthAt(words, x) < 0.5 * usualGap).length;
  return [drawn, ...beside]
    .filter((x) => {
      const confirmed = lines.filter(
        ({ words }) =>
          widthAt(words, x) >= 0.9 * usualGap &&
          (!isMostlyDrawn || hasWord(words, before, x) === hasWord(words, x, after)),
      );
      return confirmed.length >= MIN_DIVIDED_LINES && confirmed.length >= MIN_CONFIRMED_SHARE * lines.length;
    })
    .toSorted((a, b) => crossings(a) - crossings(b))[0];
}

/** Whether a word is in an interval. A merged cell has text only on one side of an edge that is drawn above or below it. */
const hasWord = (words: readonly Word[], from: number, to: number): boolean =>
  words.some(({ place }) => isBetween(place.x + place.width / 2, from, to));

const isBetween = (at: number, from: number, to: number): boolean => at > from && at < to;

/** The width of the gap at x between words of a line; 0 on a word, infinite when one side has no word. */
function widthAt(words: readonly Word[], x: number): number {
  if (words.some(({ place }) => place.x < x && right(place) > x)) return 0;
  const left = Math.max(...words.filter(({ place }) => right(place) <= x).map(({ place }) => right(place)));
  const next = Math.min(...words.filter(({ place }) => place.x >= x).map(({ place }) => place.x));
  return next - left;
}
