import { type Block, type DocumentPage, type TableBlock, gridOf } from "@precount/domain";
import { overlap, right } from "../boxes.ts";

/** The margin for headers, footers and page numbers, as a share of the page's height. */
const MARGIN = 0.12;
/** The maximum number of text lines in such a margin. */
const MAX_MARGIN_LINES = 3;
/** The maximum shift of a column between pages, as a share of the table's width. */
const MAX_COLUMN_SHIFT = 0.06;
const MAX_HEADER_ROWS = 4;
/** A table that ends above this share of the page's height does not continue on the next page. */
const MIN_TABLE_END = 0.6;

/**
 * Joins tables that end at the bottom of a page and continue with the same columns at the top of the next. Drops repeated table
 * headers and keeps page headers and footers.
 */
export function joinContinuedTables(pages: readonly DocumentPage[]): DocumentPage[] {
  /** The table at the end of the last page, which may continue, and its part on that page. */
  let open: { table: TableBlock; part: TableBlock } | undefined;
  return pages.map((page) => {
    const [first, last] = [firstTable(page), lastTable(page)];
    if (open && first && areAligned(open.part, first)) {
      append(open.table, open.part, first);
      // A table that fills the page may continue on the next one as well.
      open = last === first ? { table: open.table, part: first } : openTable(last);
      return { ...page, blocks: page.blocks.filter((block) => block !== first) };
    }
    open = openTable(last);
    return page;
  });
}

const openTable = (table: TableBlock | undefined): { table: TableBlock; part: TableBlock } | undefined =>
  table && { table, part: { ...table, cells: table.cells.slice() } };

const isInMargin = (block: Block, page: DocumentPage, margin: "top" | "bottom"): boolean => {
  if (block.kind === "table" || !block.place || !page.size) return false;
  const { y, height } = block.place;
  const isAtEdge = margin === "top" ? y + height <= MARGIN * page.size.height : y >= (1 - MARGIN) * page.size.height;
  return isAtEdge && (block.kind === "picture" || block.lines.length <= MAX_MARGIN_LINES);
};

const isMargin = (block: Block, page: DocumentPage): boolean =>
  isInMargin(block, page, "top") || isInMargin(block, page, "bottom");

/** A caption that says that a table continues, such as 'Estimated costs—Continued', in several languages. */
const CONTINUED = /(?:\bcontinued|\bcont[.’']d?|\bfortsetzung|\bsuite|\bcontinuación|\bsegue)\W*$/iu;

const isContinuedCaption = (block: Block): boolean =>
  "lines" in block && block.lines.length === 1 && CONTINUED.test(block.lines[0]?.text ?? "");

/** The table that follows the page's header directly, or a caption that says that it continues. */
function firstTable(page: DocumentPage): TableBlock | undefined {
  const block = page.blocks.find((block) => !isMargin(block, page) && !isContinuedCaption(block));
  return block?.kind === "table" ? block : undefined;
}

/** The table directly before the page's footer, if it ends near the bottom of the page. */
function lastTable(page: DocumentPage): TableBlock | undefined {
  const block = page.blocks.findLast((block) => !isMargin(block, page));
  if (block?.kind !== "table" || !block.place || !page.size) return undefined;
  return block.place.y + block.place.height >= MIN_TABLE_END * page.size.height ? block : undefined;
}

function areAligned(one: TableBlock, other: TableBlock): boolean {
  if (one.basis !== other.basis || one.columns !== other.columns || !one.place || !other.place) return false;
  const slack = MAX_COLUMN_SHIFT * Math.max(one.place.width, other.place.width);
  const [columns, others] = [columnsOf(one), columnsOf(other)];
  const isRepeated = repeatedRows(one, other) > 0;
  return columns.every((column, index) => {
    const counterpart = others[index];
    if (!column || !counterpart || Math.abs(column.from - counterpart.from) <= slack) return true;
    // The edges of a short part are imprecise; a repeated header shows that the columns are the same.
    const shared = overlap(column.from, column.to, counterpart.from, counterpart.to);
    return isRepeated && shared > 0.5 * Math.min(column.to - column.from, counterpart.to - counterpart.from);
  });
}

/** The x interval of each column, from a cell of that column only; undefined without such a cell. */
function columnsOf({ columns, cells }: TableBlock): ({ from: number; to: number } | undefined)[] {
  return Array.from({ length: columns }, (_, column) => {
    const place = cells.find((cell) => cell.column === column && cell.columnSpan === 1)?.place;
    return place ? { from: place.x, to: right(place) } : undefined;
  });
}

/** Appends the rows of a table's next part, without the repeated header and the rest of a row cut by the page break. */
function append(table: TableBlock, part: TableBlock, next: TableBlock): void {
  const repeated = repeatedRows(part, next);
  const first = repeated + (completeCutRow(table, next, repeated) ? 1 : 0);
  table.confidence = (table.confidence * table.rows + next.confidence * next.rows) / (table.rows + next.rows);
  for (const cell of next.cells) {
    if (cell.row >= first) table.cells.push({ ...cell, row: cell.row - first + table.rows });
  }
  table.rows += next.rows - first;
}

/**
 * Completes the last row with the first row of the next part, when that is the rest of a row cut by the page break: it has no
 * text in the first column, little elsewhere, and only below text. Returns whether it did.
 */
function completeCutRow(table: TableBlock, next: TableBlock, row: number): boolean {
  if (table.basis !== "ruled" || row + 1 >= next.rows) return false;
  const rest = next.cells.filter((cell) => cell.row === row && cell.text !== "");
  if (rest.length === 0 || rest.length * 2 > table.columns) return false;
  const last = table.cells.filter((cell) => cell.row === table.rows - 1);
  const above = rest.map(({ column }) => last.find((cell) => cell.column === column));
  if (rest.some(({ column }) => column === 0) || above.some((cell) => !cell || cell.text === "")) return false;
  for (const [index, cell] of above.entries()) if (cell) cell.text += `\n${rest[index]?.text ?? ""}`;
  return true;
}

/** The number of leading rows with the same text in both parts. */
function repeatedRows(one: TableBlock, other: TableBlock): number {
  const [first, second] = [gridOf(one), gridOf(other)];
  const isSame = (row: number): boolean => first[row]?.join("\t") === second[row]?.join("\t");
  let rows = 0;
  while (rows < Math.min(MAX_HEADER_ROWS, other.rows - 1) && isSame(rows)) rows += 1;
  return rows;
}
