import type { TableBlock, TableCell } from "../structure.ts";

/** Replaces the part of a table on one page. Its parts on other pages stay. */
export function replacePart(table: TableBlock, part: TableBlock): TableBlock[] {
  const pages = new Set([...table.cells.map(({ page }) => page), part.page]);
  const parts = [...pages]
    .toSorted((a, b) => a - b)
    .map((page) => (page === part.page ? part.cells : table.cells.filter((cell) => cell.page === page)));
  const isWhole = pages.size === 1;
  const place = table.page === part.page ? part.place : table.place;
  return [{ ...stack(table, parts), place, confidence: isWhole ? part.confidence : table.confidence }];
}

/** Removes the part of a table on one page; none when it has no other part. */
export function withoutPart(table: TableBlock, page: number): TableBlock[] {
  const kept = table.cells.filter((cell) => cell.page !== page);
  const [first] = kept;
  if (!first) return [];
  const pages = [...new Set(kept.map((cell) => cell.page))];
  const rest = stack(
    table,
    pages.map((page) => kept.filter((cell) => cell.page === page)),
  );
  return [table.page === page ? { ...rest, page: first.page, place: null } : rest];
}

/** A table with the rows of these parts below each other. */
function stack(table: TableBlock, parts: readonly (readonly TableCell[])[]): TableBlock {
  const cells: TableCell[] = [];
  let rows = 0;
  for (const part of parts) {
    const first = Math.min(...part.map(({ row }) => row));
    const end = Math.max(...part.map(({ row, rowSpan }) => row + rowSpan));
    cells.push(...part.map((cell) => Object.assign({}, cell, { row: cell.row - first + rows })));
    rows += end - first;
  }
  const columns = Math.max(...cells.map(({ column, columnSpan }) => column + columnSpan));
  return { ...table, rows, columns, headerRows: Math.min(table.headerRows, rows), cells };
}
