import { Readable } from "node:stream";
import { type Cell, escapeWorkbookText } from "@precount/domain";
import type { Table } from "./table.ts";
import { CONTENT_TYPES, RELATIONSHIPS, STYLES, workbookParts } from "./xlsx-parts.ts";
import { type ZipEntry, zipOf } from "./zip.ts";

/** The maximum number of rows of a sheet, including the header. */
const SHEET_ROWS = 1_048_576;
const HEADER_STYLE = 2;
const TEXT_STYLE = 1;

/**
 * A table as a workbook, written while its rows are read. Text cells keep leading zeros and never run as formulas (PD-28, PD-36); number
 * cells can be summed. Rows beyond a sheet's maximum continue on another sheet.
 * @param sheetRows rows per sheet, for tests
 */
export const xlsxOf = (table: Table, sheetRows = SHEET_ROWS): Readable => zipOf(parts(table, sheetRows));

async function* parts(table: Table, sheetRows: number): AsyncGenerator<ZipEntry> {
  const part = (name: string, xml: string | AsyncIterable<string>): ZipEntry => ({
    name,
    isCompressed: true,
    content: Readable.from(typeof xml === "string" ? [xml] : xml, { objectMode: false }),
    ...(table.modifiedAt && { modifiedAt: table.modifiedAt }),
  });
  yield part("[Content_Types].xml", CONTENT_TYPES);
  yield part("_rels/.rels", RELATIONSHIPS);
  yield part("xl/styles.xml", STYLES);
  const feed = new RowBuffer(table.rows);
  let sheets = 0;
  try {
    do {
      sheets += 1;
      yield part(`xl/worksheets/sheet${sheets}.xml`, sheetXml(table.columns, feed, sheetRows));
    } while (!(await feed.isEmpty()));
  } finally {
    await feed.close();
  }
  const names = Array.from({ length: sheets }, (_, at) => (at === 0 ? table.name : `${table.name} ${at + 1}`));
  if (table.cover) {
    names.push(table.cover.name);
    yield part(`xl/worksheets/sheet${names.length}.xml`, coverXml(table.cover.rows));
  }
  for (const { path, xml } of workbookParts(names)) yield part(path, xml);
}

const coverXml = (rows: readonly (readonly string[])[]): string =>
  `${COVER_START}${rows.map((row, at) => rowXml(row, at + 1, TEXT_STYLE)).join("")}${SHEET_END}`;

async function* sheetXml(columns: readonly string[], feed: RowBuffer, sheetRows: number): AsyncGenerator<string> {
  yield `${SHEET_START}${rowXml(columns, 1, HEADER_STYLE)}`;
  let number = 2;
  for (;;) {
    const rows = await feed.take(sheetRows - number + 1);
    if (rows.length === 0) break;
    yield rows.map((row, at) => rowXml(row, number + at, TEXT_STYLE)).join("");
    number += rows.length;
  }
  yield SHEET_END;
}

/** The header row is frozen. */
const SHEET_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="64" width="16" customWidth="1"/></cols><sheetData>';
const COVER_START =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetFormatPr defaultRowHeight="15"/>' +
  '<cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="80" customWidth="1"/></cols><sheetData>';
const SHEET_END = "</sheetData></worksheet>";

function rowXml(cells: readonly Cell[], number: number, style: number): string {
  let xml = `<row r="${number}">`;
  for (const [column, cell] of cells.entries()) {
    const place = `${letters(column)}${number}`;
    if (typeof cell === "number") xml += `<c r="${place}"><v>${cell}</v></c>`;
    else if (cell !== null && cell !== "") {
      xml += `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
    }
  }
  return `${xml}</row>`;
}

/** A, B, … Z, AA. */
const letters = (column: number): string =>
  column < 26 ? String.fromCodePoint(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const escapeXml = (text: string): string =>
  escapeWorkbookText(text).replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? "");

/** Re-batches rows, so that each sheet takes as many as it has room for. */
class RowBuffer {
  readonly #batches: AsyncIterator<readonly (readonly Cell[])[]>;
  #rows: readonly (readonly Cell[])[] = [];

  constructor(batches: AsyncIterable<readonly (readonly Cell[])[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  async isEmpty(): Promise<boolean> {
    while (this.#rows.length === 0) {
      const { done, value } = await this.#batches.next();
      if (done) return true;
      this.#rows = value;
    }
    return false;
  }

  /** Removes and returns the next rows, at most `maxRows`; empty at the end. */
  async take(maxRows: number): Promise<readonly (readonly Cell[])[]> {
    if (maxRows <= 0 || (await this.isEmpty())) return [];
    const taken = this.#rows.slice(0, maxRows);
    this.#rows = this.#rows.slice(maxRows);
    return taken;
  }

  /** Ends the reading of the rows early. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
