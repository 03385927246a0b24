import { type TableBlock, escapeWorkbookText, gridOf } from "@precount/domain";
import { unzipSync, zipSync } from "fflate";
import writeExcelFile, { type SheetData } from "write-excel-file/node";

/** Excel reports a file with longer cells as damaged. */
const MAX_CELL_CHARACTERS = 32_767;
/** A fixed modification time, so that the same tables give the same bytes. */
const FIXED_TIME = new Date(2000, 0, 1);

/**
 * Formats tables as a workbook with one sheet each. All cells are text, so leading zeros stay and there are no formulas (PD-28,
 * PD-36). Keeps merged cells.
 */
export async function toXlsx(tables: readonly TableBlock[]): Promise<Uint8Array> {
  const sheets = tables.map((table, at) => ({
    sheet: `Table ${at + 1}`,
    data: toSheet(table),
    stickyRowsCount: table.headerRows,
  }));
  const workbook = await writeExcelFile(sheets).toBuffer();
  return zipSync(unzipSync(workbook), { mtime: FIXED_TIME });
}

function toSheet(table: TableBlock): SheetData {
  const merges = findMerges(table);
  return gridOf(table).map((line, row) =>
    line.map((text, column) => {
      const merge = merges.get(positionKey(row, column));
      if (text === "" && !merge) return null;
      return {
        value: escapeWorkbookText(text.slice(0, MAX_CELL_CHARACTERS)),
        type: String,
        format: "@",
        ...(row < table.headerRows ? { fontWeight: "bold" as const } : {}),
        ...(text.includes("\n") ? { wrap: true } : {}),
        ...merge,
      };
    }),
  );
}

const positionKey = (row: number, column: number): string => `${row}:${column}`;

/** Merged cells by their first position. Leaves out merges over another cell, which a sheet cannot contain. */
function findMerges({ rows, columns, cells }: TableBlock): Map<string, { rowSpan: number; columnSpan: number }> {
  const taken = new Set(cells.map(({ row, column }) => positionKey(row, column)));
  const merges = new Map<string, { rowSpan: number; columnSpan: number }>();
  for (const cell of cells) {
    const rowSpan = Math.min(cell.rowSpan, rows - cell.row);
    const columnSpan = Math.min(cell.columnSpan, columns - cell.column);
    const covered = Array.from({ length: Math.max(0, rowSpan * columnSpan) }, (_, at) =>
      positionKey(cell.row + Math.floor(at / columnSpan), cell.column + (at % columnSpan)),
    ).slice(1);
    if (covered.length === 0 || covered.some((other) => taken.has(other))) continue;
    for (const other of covered) taken.add(other);
    merges.set(positionKey(cell.row, cell.column), { rowSpan, columnSpan });
  }
  return merges;
}
