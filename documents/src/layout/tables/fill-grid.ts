import type { PagePlace, TableBlock, TableCell } from "@precount/domain";
import { boundingBox, overlap, right, bottom } from "../boxes.ts";
import { confidenceOf, groupIntoLines, textOf } from "../lines.ts";
import type { Word } from "../page-content.ts";
import { type Grid, type Span, columnsOf, rowsOf, spansOf } from "./grid.ts";

/** A table on one page with its words. */
export interface FoundTable {
  basis: "ruled" | "unruled";
  grid: Grid;
  page: number;
  place: PagePlace;
  cells: TableCell[];
  words: Word[];
  headerRows: number;
}

/** Assigns each word to the cell that contains most of it, and builds the cells' text. */
export function fillGrid(grid: Grid, words: readonly Word[], page: number, basis: "ruled" | "unruled"): FoundTable {
  const spans = spansOf(grid);
  const inside: Word[][] = spans.map(() => []);
  const owner = spanFinder(grid, spans);
  for (const word of words) {
    const index = owner(word.place);
    if (index !== undefined) inside[index]?.push(word);
  }
  const cells = spans.map((span, index) => cellOf(span, inside[index] ?? [], page));
  const place = boundingBox(spans.map((span) => span.place));
  return { basis, grid, page, place, cells, words: inside.flat(), headerRows: headerRowsOf(grid, spans, inside) };
}

/** Dots after a text that lead to the next cell. */
const LEADER = /(?<=\S)(?:\s\.{2,}|\s?\.{4,}|\.?(?:\s\.){3,}\.*)$/u;

function cellOf({ row, column, rowSpan, columnSpan, place }: Span, words: readonly Word[], page: number): TableCell {
  const text = groupIntoLines(words)
    .map((line) => textOf(line).replace(LEADER, ""))
    .join("\n");
  return { row, column, rowSpan, columnSpan, text, page, place, confidence: confidenceOf(words) };
}

/** Returns a function that finds the index of the span that contains most of a place. */
function spanFinder(grid: Grid, spans: readonly Span[]): (place: PagePlace) => number | undefined {
  const owners: number[][] = Array.from({ length: rowsOf(grid) }, () => []);
  for (const [index, { row, column, rowSpan, columnSpan }] of spans.entries()) {
    for (let r = row; r < row + rowSpan; r += 1)
      for (let c = column; c < column + columnSpan; c += 1) (owners[r] ?? [])[c] = index;
  }
  return (place) => {
    const row = slotWithMost(grid.ys, place.y, bottom(place));
    const column = slotWithMost(grid.xs, place.x, right(place));
    return owners[row]?.[column];
  };
}

/** The index of the slot between two edges with the largest overlap; -1 when none overlaps by more than a third. */
function slotWithMost(edges: readonly number[], from: number, to: number): number {
  let [best, most] = [-1, (to - from) / 3];
  for (let index = 0; index + 1 < edges.length; index += 1) {
    const shared = overlap(edges[index] ?? 0, edges[index + 1] ?? 0, from, to);
    if (shared > most) [best, most] = [index, shared];
  }
  return best;
}

/** The number of header rows: leading rows in bold, at most 3; without bold rows, by the spans of the first row. */
function headerRowsOf(grid: Grid, spans: readonly Span[], inside: readonly Word[][]): number {
  const rows = rowsOf(grid);
  if (rows < 2) return 0;
  const isBold = Array.from({ length: rows }, (_, row) => {
    const words = spans.flatMap((span, index) => (span.row === row ? (inside[index] ?? []) : []));
    return words.length > 0 && words.every((word) => word.isBold);
  });
  const bold = isBold.indexOf(false);
  if (bold > 0) return Math.min(bold, 3);
  return firstRowDepth(spans);
}

/** The number of rows that the first row's cells span; 2 when headings over several columns have headings below. */
function firstRowDepth(spans: readonly Span[]): number {
  const first = spans.filter(({ row }) => row === 0);
  const deepest = Math.max(1, ...first.map(({ rowSpan }) => rowSpan));
  return deepest === 1 && first.some(({ columnSpan }) => columnSpan > 1) && first.length > 1 ? 2 : deepest;
}

export const toTableBlock = ({ basis, grid, page, place, cells, headerRows, words }: FoundTable): TableBlock => ({
  kind: "table",
  basis,
  rows: rowsOf(grid),
  columns: columnsOf(grid),
  headerRows,
  cells,
  page,
  place,
  confidence: confidenceOf(words),
});
