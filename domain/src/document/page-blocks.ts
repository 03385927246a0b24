import {
  type Block,
  type DocumentStructure,
  type PagePlace,
  type TableBlock,
  type TableCell,
  tablesOf,
} from "./structure.ts";

/**
 * The blocks of one page in reading order. A table that continues over pages is a block of its first page: of such a table each page
 * has the rows that are on it.
 */
export function blocksOnPage({ pages }: Pick<DocumentStructure, "pages">, number: number): Block[] {
  return pages.flatMap((page) =>
    page.blocks.flatMap((block): Block[] => {
      if (block.kind === "table") return partOnPage(block, number);
      return page.number === number ? [block] : [];
    }),
  );
}

/** The indexes in the document of the tables that `blocksOnPage` returns, in the same order. */
export const tableIndexesOnPage = (structure: Pick<DocumentStructure, "pages">, number: number): number[] =>
  tablesOf(structure).flatMap(({ cells }, index) => (cells.some(({ page }) => page === number) ? [index] : []));

function partOnPage(table: TableBlock, page: number): TableBlock[] {
  const cells = table.cells.filter((cell) => cell.page === page);
  if (cells.length === 0) return [];
  const first = Math.min(...cells.map(({ row }) => row));
  const end = Math.max(...cells.map(({ row, rowSpan }) => row + rowSpan));
  const moved = cells.map((cell) => Object.assign({}, cell, { row: cell.row - first }));
  const headerRows = Math.max(0, Math.min(table.headerRows - first, end - first));
  return [{ ...table, page, rows: end - first, headerRows, cells: moved }];
}

/** The smallest of the cells whose place contains a point. */
export function cellAt(cells: readonly TableCell[], x: number, y: number): TableCell | undefined {
  const around = cells.filter(({ place }) => place !== null && contains(place, x, y));
  return around.toSorted((a, b) => areaOf(a) - areaOf(b))[0];
}

const contains = (place: PagePlace, x: number, y: number): boolean =>
  x >= place.x && y >= place.y && x < place.x + place.width && y < place.y + place.height;

const areaOf = ({ place }: TableCell): number => (place ? place.width * place.height : Infinity);
