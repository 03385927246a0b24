import type { Block, TableBlock, TableCell } from "@precount/domain";
import { DocumentError } from "../document-error.ts";
import type { PageCounter } from "./page-counter.ts";
import { type XmlElement, childOf, childrenOf, isOn, valueOf, wholeNumber } from "./xml.ts";

/** Word itself allows 63; others a few more. */
const MAX_COLUMNS = 1000;
/** As Word's largest table has. */
const MAX_PLACES = 2_000_000;
const TOO_LARGE = "A table in this document has more rows and columns than Word itself allows: it was not read.";

export interface TableContext {
  pages: PageCounter;
  /** Whether tables of a style show their first row unlike the others. */
  setsOffFirstRow: (styleId: string | undefined) => boolean;
  readBlocks: (container: XmlElement) => Block[];
}

/**
 * A table, and what stands in its cells but is no text: pictures, and tables within it, which are tables of their own
 * after it. Their text is not repeated in the cell around them.
 */
export function readTable(element: XmlElement, context: TableContext): { table: TableBlock | null; after: Block[] } {
  const startPage = context.pages.current;
  const builder = new TableBuilder(context);
  for (const row of rowsOf(element)) builder.addRow(row);
  const after = builder.after;
  const { rows, columns, cells } = builder;
  const headerRows = builder.headerRows || (rows > 1 && hasStyledHeader(element, context) ? 1 : 0);
  const hasCells = rows > 0 && columns > 0;
  if (!hasCells || (after.length > 0 && cells.every(({ text }) => text === ""))) return { table: null, after };
  const page = cells[0]?.page ?? startPage;
  const found = { page, place: null, confidence: 1 };
  return { table: { kind: "table", basis: "markup", rows, columns, headerRows, cells, ...found }, after };
}

/** Few people tell Word which rows are a header; many choose a style that makes the first one look so. */
function hasStyledHeader(table: XmlElement, { setsOffFirstRow }: TableContext): boolean {
  const properties = childOf(table, "w:tblPr");
  const look = childOf(properties, "w:tblLook")?.attributes ?? {};
  const hexadecimal = Number.parseInt(look["w:val"] ?? "0", 16);
  const isAskedFor = look["w:firstRow"] === undefined ? (hexadecimal & FIRST_ROW) !== 0 : look["w:firstRow"] === "1";
  return isAskedFor && setsOffFirstRow(valueOf(properties, "w:tblStyle"));
}

/** The bit of it in what Word 2007 writes of a table's look. */
const FIRST_ROW = 0x20;

/** Rows and cells may be wrapped in what a form or a program remembers of them. */
const WRAPPERS = new Set(["w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo"]);

function unwrapped(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    return WRAPPERS.has(child.name) ? unwrapped(child, name) : [];
  });
}

/** Without the rows that were deleted while changes were tracked. */
const rowsOf = (table: XmlElement): XmlElement[] =>
  unwrapped(table, "w:tr").filter((row) => childOf(childOf(row, "w:trPr"), "w:del") === undefined);

class TableBuilder {
  readonly #context: TableContext;
  /** Cells that the rows below may make longer. */
  readonly #open = new Set<TableCell>();
  /** The cell that is above the next row, by grid column. */
  #above: (TableCell | undefined)[] = [];
  /** Header rows are those before the first that is none. */
  #isInHeader = true;
  rows = 0;
  columns = 0;
  headerRows = 0;
  readonly cells: TableCell[] = [];
  readonly after: Block[] = [];

  constructor(context: TableContext) {
    this.#context = context;
  }

  addRow(row: XmlElement): void {
    const { pages } = this.#context;
    const properties = childOf(row, "w:trPr");
    const startPage = pages.current;
    let endPage = startPage;
    let leastPage = startPage;
    let column = wholeNumber(valueOf(properties, "w:gridBefore"), MAX_COLUMNS) ?? 0;
    const below: (TableCell | undefined)[] = [];
    for (const element of unwrapped(row, "w:tc")) {
      pages.goTo(startPage);
      const cell = this.#addCell(element, column, below[column - 1]);
      if (cell.row === this.rows) {
        // A row that went to the next page as a whole says so in its first cell only.
        if (below.length === 0) leastPage = cell.page;
        cell.page = Math.max(cell.page, leastPage);
      }
      column = Math.min(column + widthOf(element), MAX_COLUMNS);
      below.length = column;
      below.fill(cell, cell.column, column);
      endPage = Math.max(endPage, pages.current);
    }
    pages.goTo(endPage);
    this.#above = below;
    this.#isInHeader &&= isOn(properties, "w:tblHeader");
    if (this.#isInHeader) this.headerRows += 1;
    this.rows += 1;
    this.columns = Math.max(this.columns, column);
    if (this.rows * this.columns > MAX_PLACES) throw new DocumentError(TOO_LARGE);
  }

  /** A new cell, or the one that this one belongs to because it is merged with it. */
  #addCell(element: XmlElement, column: number, left: TableCell | undefined): TableCell {
    const { pages, readBlocks } = this.#context;
    const startPage = pages.current;
    const blocks = readBlocks(element);
    for (const block of blocks) if (block.kind === "table" || block.kind === "picture") this.after.push(block);
    const text = textOf(blocks);
    const above = this.#mergedInto(element, column);
    const beside = isMergedToLeft(element) && left?.row === this.rows ? left : undefined;
    const merged = above ?? beside;
    if (merged) {
      if (merged === beside) merged.columnSpan += widthOf(element);
      else if (merged.row + merged.rowSpan === this.rows) merged.rowSpan += 1;
      // Word shows nothing of it, yet it may be there; it must not be lost.
      if (text !== "") merged.text = merged.text === "" ? text : `${merged.text}\n${text}`;
      return merged;
    }
    const cell: TableCell = {
      row: this.rows,
      column,
      rowSpan: 1,
      columnSpan: widthOf(element),
      text,
      page: blocks[0]?.page ?? Math.max(startPage, pages.current),
      place: null,
      confidence: 1,
    };
    if (valueOf(childOf(element, "w:tcPr"), "w:vMerge") === "restart") this.#open.add(cell);
    this.cells.push(cell);
    return cell;
  }

  /** Only where the cell above begins at the same column and is as wide: the rest is drawn apart by Word, too. */
  #mergedInto(element: XmlElement, column: number): TableCell | undefined {
    const merge = childOf(childOf(element, "w:tcPr"), "w:vMerge");
    if (!merge || merge.attributes["w:val"] === "restart") return undefined;
    const above = this.#above[column];
    return above && this.#open.has(above) && above.column === column && above.columnSpan === widthOf(element)
      ? above
      : undefined;
  }
}

/** The old way to merge cells of a row, still found in converted documents. */
function isMergedToLeft(cell: XmlElement): boolean {
  const merge = childOf(childOf(cell, "w:tcPr"), "w:hMerge");
  return merge !== undefined && merge.attributes["w:val"] !== "restart";
}

const widthOf = (cell: XmlElement): number =>
  Math.max(1, wholeNumber(valueOf(childOf(cell, "w:tcPr"), "w:gridSpan"), MAX_COLUMNS) ?? 1);

function textOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => {
      if (block.kind === "table" || block.kind === "picture") return [];
      const lines = block.lines.map(({ text }) => text).join("\n");
      return [block.kind === "listItem" ? `${block.marker} ${lines}` : lines];
    })
    .join("\n");
}
