import { type TableBlock, gridOf } from "@precount/domain";
import { unzipSync, zipSync } from "fflate";
import writeExcelFile, { type SheetData } from "write-excel-file/node";

/** More makes Excel call the file damaged. */
const CELL_CHARACTERS = 32_767;
/** The same tables give the same bytes, so no file in it has a time of its own. */
const NO_TIME = new Date(2000, 0, 1);

/**
 * Tables as a workbook, a sheet for each. All cells are text: leading zeros stay, no cell is a formula (decisions 28 and
 * 36). Merged cells are merged.
 */
export async function xlsxOf(tables: readonly TableBlock[]): Promise<Uint8Array> {
  const sheets = tables.map((table, at) => ({
    sheet: `Table ${at + 1}`,
    data: sheetOf(table),
    stickyRowsCount: table.headerRows,
  }));
  const workbook = await writeExcelFile(sheets).toBuffer();
  return zipSync(unzipSync(workbook), { mtime: NO_TIME });
}

function sheetOf(table: TableBlock): SheetData {
  const merges = mergesOf(table);
  return gridOf(table).map((line, row) =>
    line.map((text, column) => {
      const merge = merges.get(place(row, column));
      if (text === "" && !merge) return null;
      return {
        value: writable(text),
        type: String,
        format: "@",
        ...(row < table.headerRows ? { fontWeight: "bold" as const } : {}),
        ...(text.includes("\n") ? { wrap: true } : {}),
        ...merge,
      };
    }),
  );
}

const place = (row: number, column: number): string => `${row}:${column}`;

/** What is merged, by its first place: within the table's edges, and never over another cell, which no sheet can hold. */
function mergesOf({ rows, columns, cells }: TableBlock): Map<string, { rowSpan: number; columnSpan: number }> {
  const taken = new Set(cells.map(({ row, column }) => place(row, column)));
  const merges = new Map<string, { rowSpan: number; columnSpan: number }>();
  for (const cell of cells) {
    const rowSpan = Math.min(cell.rowSpan, rows - cell.row);
    const columnSpan = Math.min(cell.columnSpan, columns - cell.column);
    const covered = Array.from({ length: Math.max(0, rowSpan * columnSpan) }, (_, at) =>
      place(cell.row + Math.floor(at / columnSpan), cell.column + (at % columnSpan)),
    ).slice(1);
    if (covered.length === 0 || covered.some((other) => taken.has(other))) continue;
    for (const other of covered) taken.add(other);
    merges.set(place(cell.row, cell.column), { rowSpan, columnSpan });
  }
  return merges;
}

/** `_x0041_` is spreadsheets' own way to write a character: what looks like it must not become one. */
const writable = (text: string): string =>
  text
    .slice(0, CELL_CHARACTERS)
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");
