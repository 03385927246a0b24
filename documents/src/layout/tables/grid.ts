import type { PagePlace } from "@precount/domain";
import type { Stroke } from "../rulings/strokes.ts";

/**
 * Rows and columns by their edges, and the walls between adjacent slots. A wall belongs to the slot to its left or above it. The
 * outer edges are always walls.
 */
export interface Grid {
  /** Column edges from left to right, one more than columns. */
  xs: number[];
  /** Row edges from top to bottom. */
  ys: number[];
  /** `[row][column]`: whether there is a wall between the slot and the slot to its right. */
  wallRight: boolean[][];
  /** `[row][column]`: whether there is a wall between the slot and the slot below. */
  wallBelow: boolean[][];
  /** The vertical lines at each column edge; undefined for an edge that is not drawn. */
  verticals?: (readonly Stroke[] | undefined)[];
}

/** A cell of a grid: its slots and its place. */
export interface Span {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  place: PagePlace;
}

export const rowsOf = ({ ys }: Grid): number => ys.length - 1;
export const columnsOf = ({ xs }: Grid): number => xs.length - 1;

/** The grid's cells by row, then column. Slots without a wall between them form one rectangular cell. */
export function spansOf(grid: Grid): Span[] {
  const [rows, columns] = [rowsOf(grid), columnsOf(grid)];
  const taken = Array.from({ length: rows }, () => Array.from({ length: columns }, () => false));
  const spans: Span[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken[row]?.[column]) continue;
      const columnSpan = widthFrom(grid, taken, row, column);
      const rowSpan = heightFrom(grid, taken, row, column, columnSpan);
      for (let r = row; r < row + rowSpan; r += 1) taken[r]?.fill(true, column, column + columnSpan);
      spans.push({ row, column, rowSpan, columnSpan, place: placeOf(grid, { row, column, rowSpan, columnSpan }) });
    }
  }
  return spans;
}

function placeOf({ xs, ys }: Grid, { row, column, rowSpan, columnSpan }: Omit<Span, "place">): PagePlace {
  const [x, y] = [xs[column] ?? 0, ys[row] ?? 0];
  return { x, y, width: (xs[column + columnSpan] ?? x) - x, height: (ys[row + rowSpan] ?? y) - y };
}

function widthFrom(grid: Grid, taken: boolean[][], row: number, column: number): number {
  let end = column;
  while (end + 1 < columnsOf(grid) && !grid.wallRight[row]?.[end] && !taken[row]?.[end + 1]) end += 1;
  return end - column + 1;
}

function heightFrom(grid: Grid, taken: boolean[][], row: number, column: number, columnSpan: number): number {
  const columns = Array.from({ length: columnSpan }, (_, index) => column + index);
  const continuesBelow = (above: number): boolean =>
    above + 1 < rowsOf(grid) &&
    columns.every((at) => !grid.wallBelow[above]?.[at] && !taken[above + 1]?.[at]) &&
    columns.slice(0, -1).every((at) => !grid.wallRight[above + 1]?.[at]) &&
    // The row below must have the same ends, or the cell is no rectangle.
    isEdge(grid, above + 1, column) &&
    isEdge(grid, above + 1, column + columnSpan);
  let end = row;
  while (continuesBelow(end)) end += 1;
  return end - row + 1;
}

const isEdge = (grid: Grid, row: number, x: number): boolean =>
  x === 0 || x === columnsOf(grid) || grid.wallRight[row]?.[x - 1] === true;
