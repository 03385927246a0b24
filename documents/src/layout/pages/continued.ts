import { type Block, type DocumentPage, type TableBlock, gridOf } from "@precount/domain";

/** Of a page's height: above it at the top and below it at the bottom stand headers, footers and page numbers. */
const MARGIN = 0.12;
/** Lines of text that may stand in such a margin. */
const MOST_LINES = 3;
/** Of a table's width: how far its columns may stand from where they stood on the page before. */
const ALIGNED = 0.06;
const MOST_HEADER_ROWS = 4;

/**
 * Tables that end at the bottom of one page and go on with the same columns at the top of the next are one. A header that
 * is repeated is dropped; headers and footers of the pages stay where they are.
 */
export function joinContinued(pages: readonly DocumentPage[]): DocumentPage[] {
  const joined: DocumentPage[] = [];
  /** The table that the last page ended with, and may go on. */
  let open: { page: DocumentPage; index: number } | undefined;
  for (const page of pages) {
    const first = firstTable(page);
    const before = open?.page.blocks[open.index];
    const next = first === undefined ? undefined : page.blocks[first];
    let shown = page;
    if (open && before?.kind === "table" && next?.kind === "table" && first !== undefined && areAligned(before, next)) {
      open.page.blocks[open.index] = joinedTable(before, next);
      shown = { ...page, blocks: page.blocks.toSpliced(first, 1) };
      // A table that fills the page may go on over the next one as well.
      if (lastTable(page) !== first) open = undefined;
    } else open = undefined;
    shown = { ...shown, blocks: [...shown.blocks] };
    joined.push(shown);
    const last = open ? undefined : lastTable(shown);
    if (last !== undefined) open = { page: shown, index: last };
  }
  return joined;
}

const isInMargin = (block: Block, page: DocumentPage, margin: "top" | "bottom"): boolean => {
  if (block.kind === "table" || !block.place || !page.size) return false;
  const { y, height } = block.place;
  const isThere = margin === "top" ? y + height <= MARGIN * page.size.height : y >= (1 - MARGIN) * page.size.height;
  return isThere && (block.kind === "picture" || block.lines.length <= MOST_LINES);
};

/** A table before which there is nothing but the page's header. */
function firstTable(page: DocumentPage): number | undefined {
  const index = page.blocks.findIndex((block) => !isInMargin(block, page, "top") && !isInMargin(block, page, "bottom"));
  return page.blocks[index]?.kind === "table" ? index : undefined;
}

/** A table after which there is nothing but the page's footer. */
function lastTable(page: DocumentPage): number | undefined {
  const index = page.blocks.findLastIndex(
    (block) => !isInMargin(block, page, "bottom") && !isInMargin(block, page, "top"),
  );
  return page.blocks[index]?.kind === "table" ? index : undefined;
}

function areAligned(one: TableBlock, other: TableBlock): boolean {
  if (one.columns !== other.columns || !one.place || !other.place) return false;
  const slack = ALIGNED * Math.max(one.place.width, other.place.width);
  const [edges, others] = [columnEdges(one), columnEdges(other)];
  return edges.every((edge, index) => {
    const there = others[index];
    return edge === undefined || there === undefined || Math.abs(edge - there) <= slack;
  });
}

/** Where each column begins, as far as one cell of its own says so; of the last page it stands on. */
function columnEdges({ columns, cells }: TableBlock): (number | undefined)[] {
  const page = cells.at(-1)?.page;
  return Array.from({ length: columns }, (_, column) => {
    const cell = cells.find((cell) => cell.column === column && cell.page === page && cell.place);
    return cell?.place?.x;
  });
}

function joinedTable(one: TableBlock, other: TableBlock): TableBlock {
  const repeated = repeatedRows(one, other);
  const cells = other.cells
    .filter(({ row }) => row >= repeated)
    .map((cell) => ({ ...cell, row: cell.row - repeated + one.rows }));
  const confidence = (one.confidence * one.rows + other.confidence * other.rows) / (one.rows + other.rows);
  return { ...one, rows: one.rows + other.rows - repeated, cells: [...one.cells, ...cells], confidence };
}

/** How many rows at the top say what the table's first rows say. */
function repeatedRows(one: TableBlock, other: TableBlock): number {
  const [first, second] = [gridOf(one), gridOf(other)];
  const isSame = (row: number): boolean => first[row]?.join("\t") === second[row]?.join("\t");
  let rows = 0;
  while (rows < Math.min(MOST_HEADER_ROWS, other.rows - 1) && isSame(rows)) rows += 1;
  return rows;
}
