import { ITEM_FILE_LIMITS, detectDelimiter } from "@precount/domain";
import { readCsvRows } from "./csv-rows.ts";
import { decodeSample, detectEncoding, readSample } from "./decode.ts";
import { ItemFileError } from "./item-file-error.ts";
import { isText } from "./refuse-other-file.ts";
import type { FileRow, RowBatches } from "./rows.ts";
import { listSheets, readXlsxRows } from "./xlsx-rows.ts";

const ZIP_SIGNATURE = "PK\x03\x04";

/** The names of the sheets to read: those with rows, which may continue on `rows 2`, and one more. */
export type SheetNames = { rows: string; cover: string };

export type TableFile = {
  format: "csv" | "xlsx";
  /** All rows, the header included. */
  rows: FileRow[];
  /** The rows of the other sheet; null without it. */
  cover: string[][] | null;
};

/** Reads a whole table from a CSV or XLSX file, such as an export of Precount. Throws ItemFileError. */
export async function readTableFile(path: string, names: SheetNames): Promise<TableFile> {
  const bytes = await readSample(path);
  if (bytes.subarray(0, 4).toString("latin1") === ZIP_SIGNATURE) return readWorkbook(path, names);
  const encoding = await detectEncoding(path, bytes);
  const sample = decodeSample(bytes, encoding);
  if (!isText(sample)) throw new ItemFileError("This is not a CSV or XLSX file. Choose an export of Precount.");
  const delimiter = detectDelimiter(sample);
  return { format: "csv", rows: await collect(readCsvRows(path, { encoding, delimiter })), cover: null };
}

async function readWorkbook(path: string, names: SheetNames): Promise<TableFile> {
  const sheets = await listSheets(path);
  const named = sheets.filter((sheet) => sheet === names.rows || isContinued(sheet, names.rows));
  const rows: FileRow[] = [];
  for (const sheet of named.length > 0 ? named : sheets.slice(0, 1)) {
    const read = withoutGaps(await collect(readXlsxRows(path, sheet)));
    // Each sheet repeats the header.
    rows.push(...(rows.length === 0 ? read : read.slice(1)));
  }
  const cover = sheets.includes(names.cover) ? await collect(readXlsxRows(path, names.cover)) : null;
  return { format: "xlsx", rows, cover: cover && cover.map(({ cells }) => cells.map(decodeText)) };
}

const isContinued = (sheet: string, name: string): boolean =>
  sheet.startsWith(`${name} `) && /^\d+$/.test(sheet.slice(name.length + 1));

/** The reader leaves out rows without a value. A report has such rows if only empty columns were exported. */
function withoutGaps(rows: readonly FileRow[]): FileRow[] {
  const all: FileRow[] = [];
  for (const row of rows) {
    while (all.length + 1 < row.line && all.length < ITEM_FILE_LIMITS.maxRows) {
      all.push({ line: all.length + 1, cells: [] });
    }
    all.push({ line: row.line, cells: row.cells.map(decodeText) });
  }
  return all;
}

/** Workbooks encode text that looks like an encoded character: `_x005F_x0041_` is the text `_x0041_`. */
const decodeText = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

async function collect(batches: RowBatches): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length > ITEM_FILE_LIMITS.maxRows) {
      throw new ItemFileError(`The file has more than ${ITEM_FILE_LIMITS.maxRows} rows.`);
    }
  }
  return rows;
}
