import { type Block, type DocumentPage, type TableBlock, gridOf } from "@precount/domain";
import { overlap, right } from "../boxes.ts";

/** Of a page's height: above it at the top and below it at the bottom stand headers, footers and page numbers. */
const MARGIN = 0.12;
/** Lines of text that may stand in such a margin. */
const MOST_LINES = 3;
/** Of a table's width: how far its columns may stand from where they stood on the page before. */
const ALIGNED = 0.06;
const MOST_HEADER_ROWS = 4;
/** Of a page's height: a table that ends above it ends because it has no more rows. */
const LOWEST = 0.6;

/**
 * Tables that end at the bottom of one page and go on with the same columns at the top of the next are one. A header that
 * is repeated is dropped; headers and footers of the pages stay where they are.
 */
export function joinContinued(pages: readonly DocumentPage[]): DocumentPage[] {
  /** The table that the last page ended with, and may go on; and the part of it on that page. */
  let open: { table: TableBlock; part: TableBlock } | undefined;
  return pages.map((page) => {
    const [first, last] = [firstTable(page), lastTable(page)];
    if (open && first && areAligned(open.part, first)) {
      append(open.table, open.part, first);
      // A table that fills the page may go on over the next one as well.
      open = last === first ? { table: open.table, part: first } : opened(last);
      return { ...page, blocks: page.blocks.filter((block) => block !== first) };
    }
    open = opened(last);
    return page;
  });
}

const opened = (table: TableBlock | undefined): { table: TableBlock; part: TableBlock } | undefined =>
  table && { table, part: { ...table, cells: table.cells.slice() } };

const isInMargin = (block: Block, page: DocumentPage, margin: "top" | "bottom"): boolean => {
  if (block.kind === "table" || !block.place || !page.size) return false;
  const { y, height } = block.place;
  const isThere = margin === "top" ? y + height <= MARGIN * page.size.height : y >= (1 - MARGIN) * page.size.height;
  return isThere && (block.kind === "picture" || block.lines.length <= MOST_LINES);
};

const isMargin = (block: Block, page: DocumentPage): boolean =>
  isInMargin(block, page, "top") || isInMargin(block, page, "bottom");

/** A table before which there is nothing but the page's header. */
function firstTable(page: DocumentPage): TableBlock | undefined {
  const block = page.blocks.find((block) => !isMargin(block, page));
  return block?.kind === "table" ? block : undefined;
}

/** A table after which there is nothing but the page's footer, and that had to end there. */
function lastTable(page: DocumentPage): TableBlock | undefined {
  const block = page.blocks.findLast((block) => !isMargin(block, page));
  if (block?.kind !== "table" || !block.place || !page.size) return undefined;
  return block.place.y + block.place.height >= LOWEST * page.size.height ? block : undefined;
}

function areAligned(one: TableBlock, other: TableBlock): boolean {
  if (one.basis !== other.basis || one.columns !== other.columns || !one.place || !other.place) return false;
  const slack = ALIGNED * Math.max(one.place.width, other.place.width);
  const [columns, others] = [columnsOf(one), columnsOf(other)];
  const isRepeated = repeatedRows(one, other) > 0;
  return columns.every((column, index) => {
    const there = others[index];
    if (!column || !there || Math.abs(column.from - there.from) <= slack) return true;
    // Few rows show less of where a column begins; a header that is said again says that it is the same.
    const shared = overlap(column.from, column.to, there.from, there.to);
    return isRepeated && shared > 0.5 * Math.min(column.to - column.from, there.to - there.from);
  });
}

/** Where each column stands, as far as one cell of its own says so. */
function columnsOf({ columns, cells }: TableBlock): ({ from: number; to: number } | undefined)[] {
  return Array.from({ length: columns }, (_, column) => {
    const place = cells.find((cell) => cell.column === column && cell.columnSpan === 1)?.place;
    return place ? { from: place.x, to: right(place) } : undefined;
  });
}

/** Adds the rows of a table's next part, less the header that both parts begin with and the rest of a row cut in two. */
function append(table: TableBlock, part: TableBlock, next: TableBlock): void {
  const repeated = repeatedRows(part, next);
  const first = repeated + (endsRow(table, next, repeated) ? 1 : 0);
  table.confidence = (table.confidence * table.rows + next.confidence * next.rows) / (table.rows + next.rows);
  for (const cell of next.cells) {
    if (cell.row >= first) table.cells.push({ ...cell, row: cell.row - first + table.rows });
  }
  table.rows += next.rows - first;
}

/**
 * Whether a part begins with what had no room in the last row before it: nothing in the first column, little elsewhere, all of
 * it below something. Then that is added to the last row.
 */
function endsRow(table: TableBlock, next: TableBlock, row: number): boolean {
  if (table.basis !== "ruled" || row + 1 >= next.rows) return false;
  const rest = next.cells.filter((cell) => cell.row === row && cell.text !== "");
  if (rest.length === 0 || rest.length * 2 > table.columns) return false;
  const last = table.cells.filter((cell) => cell.row === table.rows - 1);
  const above = rest.map(({ column }) => last.find((cell) => cell.column === column));
  if (rest.some(({ column }) => column === 0) || above.some((cell) => !cell || cell.text === "")) return false;
  for (const [index, cell] of above.entries()) if (cell) cell.text += `\n${rest[index]?.text ?? ""}`;
  return true;
}

/** How many rows at the top say what the other part's first rows say. */
function repeatedRows(one: TableBlock, other: TableBlock): number {
  const [first, second] = [gridOf(one), gridOf(other)];
  const isSame = (row: number): boolean => first[row]?.join("\t") === second[row]?.join("\t");
  let rows = 0;
  while (rows < Math.min(MOST_HEADER_ROWS, other.rows - 1) && isSame(rows)) rows += 1;
  return rows;
}
