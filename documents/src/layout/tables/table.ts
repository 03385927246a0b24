import type { PagePlace, TableBlock, TableCell } from "@precount/domain";
import { around, overlap, right, bottom } from "../boxes.ts";
import { confidenceOf, linesOf, textOf } from "../lines.ts";
import type { Word } from "../marks.ts";
import { type Grid, type Span, columnsOf, rowsOf, spansOf } from "./grid.ts";

/** A table of one page, and the words that are in it. */
export interface FoundTable {
  basis: "ruled" | "unruled";
  grid: Grid;
  page: number;
  place: PagePlace;
  cells: TableCell[];
  words: Word[];
  headerRows: number;
}

/** Puts each word into the cell that it lies in most, and reads the cells. */
export function fillGrid(grid: Grid, words: readonly Word[], page: number, basis: "ruled" | "unruled"): FoundTable {
  const spans = spansOf(grid);
  const inside: Word[][] = spans.map(() => []);
  const owner = ownerOf(grid, spans);
  for (const word of words) {
    const index = owner(word.place);
    if (index !== undefined) inside[index]?.push(word);
  }
  const cells = spans.map((span, index) => cellOf(span, inside[index] ?? [], page));
  const place = around(spans.map((span) => span.place));
  return { basis, grid, page, place, cells, words: inside.flat(), headerRows: headerRowsOf(grid, spans, inside) };
}

function cellOf({ row, column, rowSpan, columnSpan, place }: Span, words: readonly Word[], page: number): TableCell {
  const text = linesOf(words).map(textOf).join("\n");
  return { row, column, rowSpan, columnSpan, text, page, place, confidence: confidenceOf(words) };
}

/** Finds the span that a place lies in with its middle, or, beside the middle's wall, with most of its width. */
function ownerOf(grid: Grid, spans: readonly Span[]): (place: PagePlace) => number | undefined {
  const owners: number[][] = Array.from({ length: rowsOf(grid) }, () => []);
  for (const [index, { row, column, rowSpan, columnSpan }] of spans.entries()) {
    for (let r = row; r < row + rowSpan; r += 1)
      for (let c = column; c < column + columnSpan; c += 1) (owners[r] ?? [])[c] = index;
  }
  return (place) => {
    const row = mostIn(grid.ys, place.y, bottom(place));
    const column = mostIn(grid.xs, place.x, right(place));
    return owners[row]?.[column];
  };
}

/** The stretch between two edges that holds most of another one; -1 when none holds half of it. */
function mostIn(edges: readonly number[], from: number, to: number): number {
  let [best, most] = [-1, (to - from) / 3];
  for (let index = 0; index + 1 < edges.length; index += 1) {
    const shared = overlap(edges[index] ?? 0, edges[index + 1] ?? 0, from, to);
    if (shared > most) [best, most] = [index, shared];
  }
  return best;
}

/** Rows at the top whose text is bold while the rest is not; of a table that shows no such thing, the first. */
function headerRowsOf(grid: Grid, spans: readonly Span[], inside: readonly Word[][]): number {
  const rows = rowsOf(grid);
  if (rows < 2) return 0;
  const isBold = Array.from({ length: rows }, (_, row) => {
    const words = spans.flatMap((span, index) => (span.row === row ? (inside[index] ?? []) : []));
    return words.length > 0 && words.every((word) => word.isBold);
  });
  const bold = isBold.indexOf(false);
  if (bold > 0) return Math.min(bold, 3);
  return spansReach(spans);
}

/** How many rows the cells of the first row take; a heading over several columns has the columns' own headings below. */
function spansReach(spans: readonly Span[]): number {
  const first = spans.filter(({ row }) => row === 0);
  const deepest = Math.max(1, ...first.map(({ rowSpan }) => rowSpan));
  return deepest === 1 && first.some(({ columnSpan }) => columnSpan > 1) && first.length > 1 ? 2 : deepest;
}

export const blockOf = ({ basis, grid, page, place, cells, headerRows, words }: FoundTable): TableBlock => ({
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
