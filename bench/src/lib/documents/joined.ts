import type { DocumentStructure, TableBlock } from "@precount/domain";

/** The output of a library for a page. */
export interface PeerPage {
  tables: string[][][];
  /** All its text in the library's order, with or without tables. */
  text: string;
}

/**
 * Converts a library's output to our structure as favorably as possible: a page's first table with as many columns as
 * the previous page's last one continues it, and a repeated header is dropped.
 */
export function joinedPages(pages: readonly PeerPage[]): DocumentStructure {
  const tables: { grid: string[][]; lastPage: number }[] = [];
  for (const [page, { tables: grids }] of pages.entries()) {
    for (const [at, grid] of grids.entries()) {
      const before = tables.at(-1);
      if (at === 0 && before?.lastPage === page - 1 && before.grid[0]?.length === grid[0]?.length) {
        before.grid.push(...withoutHead(grid, before.grid));
        before.lastPage = page;
      } else tables.push({ grid: [...grid], lastPage: page });
    }
  }
  const at = { page: 1, place: null, confidence: 1 };
  const lines = pages.map(({ text }) => ({ text, ...at }));
  const blocks = lines.length > 0 ? [{ kind: "paragraph" as const, lines, ...at }] : [];
  return {
    kind: "pdf",
    pages: [{ number: 1, size: null, source: "text", blocks: [...blocks, ...tables.map(({ grid }) => blockOf(grid))] }],
    problems: [],
  };
}

function withoutHead(grid: string[][], before: string[][]): string[][] {
  const first = grid.findIndex((row, at) => JSON.stringify(row) !== JSON.stringify(before[at]));
  return first === -1 ? [] : grid.slice(first);
}

function blockOf(grid: string[][]): TableBlock {
  const at = { page: 1, place: null, confidence: 1 };
  return {
    kind: "table",
    basis: "markup",
    rows: Math.max(1, grid.length),
    columns: Math.max(1, ...grid.map((row) => row.length)),
    headerRows: 0,
    cells: grid.flatMap((row, r) =>
      row.map((text, column) => ({
        row: r,
        column,
        rowSpan: 1,
        columnSpan: 1,
        text,
        page: 1,
        place: null,
        confidence: 1,
      })),
    ),
    ...at,
  };
}
