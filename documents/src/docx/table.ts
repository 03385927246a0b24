import type { Block, TableBlock, TableCell } from "@precount/domain";
import { DocumentError, type Failure } from "../document-error.ts";
import type { PageCounter } from "./page-counter.ts";
import { type XmlElement, childOf, childrenOf, isOn, valueOf, wholeNumber } from "./xml.ts";

/** Word allows 63 columns; other programs allow more. */
const MAX_COLUMNS = 1000;
/** The number of cells in Word's largest table. */
const MAX_CELLS = 2_000_000;
const TOO_LARGE: Failure = {
  happened: "A table in this Word document has more rows and columns than Word itself allows.",
  toDo: "Split the table, save the document and upload it again.",
};

export interface TableContext {
  pages: PageCounter;
  /** Whether tables of a style show their first row unlike the others. */
  hasDistinctFirstRow: (styleId: string | undefined) => boolean;
  readBlocks: (container: XmlElement) => Block[];
}

/**
 * Reads a table. `after` holds the pictures and nested tables in its cells, which become blocks after the table. The text of nested
 * tables is not repeated in the outer cell.
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

/** Whether a style formats the first row as a header. Few people mark header rows explicitly, but many choose such a style. */
function hasStyledHeader(table: XmlElement, { hasDistinctFirstRow }: TableContext): boolean {
  const properties = childOf(table, "w:tblPr");
  const look = childOf(properties, "w:tblLook")?.attributes ?? {};
  const hexadecimal = Number.parseInt(look["w:val"] ?? "0", 16);
  const isRequested = look["w:firstRow"] === undefined ? (hexadecimal & FIRST_ROW) !== 0 : look["w:firstRow"] === "1";
  return isRequested && hasDistinctFirstRow(valueOf(properties, "w:tblStyle"));
}

/** The bit for the first row in Word 2007's table look. */
const FIRST_ROW = 0x20;

/** Elements around rows and cells, from content controls and tracked changes. */
const WRAPPERS = new Set(["w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo"]);

function unwrapped(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    return WRAPPERS.has(child.name) ? unwrapped(child, name) : [];
  });
}

/** The table's rows without tracked deletions. */
const rowsOf = (table: XmlElement): XmlElement[] =>
  unwrapped(table, "w:tr").filter((row) => childOf(childOf(row, "w:trPr"), "w:del") === undefined);

class TableBuilder {
  readonly #context: TableContext;
  /** Cells that rows below may extend. */
  readonly #open = new Set<TableCell>();
  /** The cell above the next row, by grid column. */
  #above: (TableCell | undefined)[] = [];
  /** Whether all rows so far are header rows. */
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
    let minPage = startPage;
    let column = wholeNumber(valueOf(properties, "w:gridBefore"), MAX_COLUMNS) ?? 0;
    const below: (TableCell | undefined)[] = [];
    for (const element of unwrapped(row, "w:tc")) {
      pages.goTo(startPage);
      const cell = this.#addCell(element, column, below[column - 1]);
      if (cell.row === this.rows) {
        // For a row moved to the next page as a whole, only the first cell contains the page break.
        if (below.length === 0) minPage = cell.page;
        cell.page = Math.max(cell.page, minPage);
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
    if (this.rows * this.columns > MAX_CELLS) throw new DocumentError(TOO_LARGE);
  }

  /** Adds a cell, or extends the cell that it is merged into. Returns that cell. */
  #addCell(element: XmlElement, column: number, left: TableCell | undefined): TableCell {
    const { pages, readBlocks } = this.#context;
    const startPage = pages.current;
    const blocks = readBlocks(element);
    for (const block of blocks) if (block.kind === "table" || block.kind === "picture") this.after.push(block);
    const text = textOf(blocks);
    const above = this.#mergedInto(element, column);
    const leftMerge = isMergedToLeft(element) && left?.row === this.rows ? left : undefined;
    const merged = above ?? leftMerge;
    if (merged) {
      if (merged === leftMerge) merged.columnSpan += widthOf(element);
      else if (merged.row + merged.rowSpan === this.rows) merged.rowSpan += 1;
      // Word hides the text of a merged cell; keep it.
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

  /** The cell above that this one is merged into. Like Word, merges only cells with the same column and width. */
  #mergedInto(element: XmlElement, column: number): TableCell | undefined {
    const merge = childOf(childOf(element, "w:tcPr"), "w:vMerge");
    if (!merge || merge.attributes["w:val"] === "restart") return undefined;
    const above = this.#above[column];
    return above && this.#open.has(above) && above.column === column && above.columnSpan === widthOf(element)
      ? above
      : undefined;
  }
}

/** Whether a cell uses the legacy horizontal merge, which converted documents contain. */
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
