import {
  countTitleRows,
  type ItemFileFormat,
  type ItemFileOptions,
  type ItemFilePreview,
  ITEM_FILE_LIMITS,
  type ResolvedItemFileOptions,
  cellText,
  detectDecimal,
  detectDelimiter,
  detectHeader,
  detectShortCodes,
  resolveColumns,
  suggestColumns,
} from "@precount/domain";
import { readCsvRows } from "./csv-rows.ts";
import { decodeSample, detectEncoding, readSample } from "./decode.ts";
import { ItemFileError } from "./item-file-error.ts";
import { itemsPath, readJsonColumns, readJsonRows } from "./json-rows.ts";
import { refuseOtherFile } from "./refuse-other-file.ts";
import type { FileRow, OnRead, RowBatches } from "./rows.ts";
import { listSheets, readXlsxRows } from "./xlsx-rows.ts";

const ZIP_SIGNATURE = "PK\x03\x04";
/** Rows from which header, columns and decimal separator are detected. */
const SAMPLE_ROWS = 200;
const ONLY_HEADER = "The file has a header and no rows below it. Choose a file with items.";

/** An item list file whose format is known, with the rows after its header. */
export type ItemFile = ItemFilePreview & {
  /** The rows after the header. */
  readRows: (onRead?: OnRead) => RowBatches;
};

/**
 * Detects what the options leave out, and reads the first rows.
 * @param needsColumns whether a missing column with codes is an error; a preview shows such a file
 * @throws ItemFileError
 */
export async function openItemFile(path: string, given: ItemFileOptions, needsColumns: boolean): Promise<ItemFile> {
  const source = withCellTexts(await openSource(path, given));
  const sample: FileRow[] = [];
  for await (const batch of source.readRows()) {
    sample.push(...batch.slice(0, SAMPLE_ROWS - sample.length));
    if (sample.length >= SAMPLE_ROWS) break;
  }
  if (sample.length === 0) throw new ItemFileError("The file has no rows.");
  const skipRows = source.columns === null ? (given.skipRows ?? countTitleRows(sample.map((row) => row.cells))) : 0;
  const cells = sample.slice(skipRows).map((row) => row.cells);
  if (cells.length === 0) throw new ItemFileError(`The file has only ${sample.length} rows. Skip fewer of them.`);
  const hasHeader = source.columns !== null || (given.hasHeader ?? detectHeader(cells));
  const width = Math.max(...cells.map((row) => row.length));
  const columns = source.columns ?? (hasHeader ? nameColumns(cells[0] ?? [], width) : nameColumns([], width));
  const rows = source.columns === null && hasHeader ? cells.slice(1) : cells;
  if (rows.length === 0) throw new ItemFileError(ONLY_HEADER);
  const suggested = given.columns ?? suggestColumns(columns, rows);
  const resolved = resolveColumns(columns, suggested);
  if (!resolved.ok && (needsColumns || given.columns)) throw new ItemFileError(resolved.reason);
  const indexes = resolved.ok ? resolved.value : suggestColumns(columns, rows);
  const valuesOf = (at: number | undefined): string[] => (at === undefined ? [] : rows.map((row) => row[at] ?? ""));
  const options: ResolvedItemFileOptions = {
    ...source.options,
    skipRows,
    hasHeader,
    columns: indexes,
    decimal: given.decimal ?? detectDecimal(valuesOf(indexes.unitPrice)),
    padCodes: given.padCodes ?? detectShortCodes(valuesOf(indexes.code)),
  };
  const isHeaderRow = source.columns === null && hasHeader;
  const maxColumns = isHeaderRow && source.options.format === "csv" ? (cells[0]?.length ?? 0) : Infinity;
  return {
    options,
    sheets: source.sheets,
    columns,
    rows: rows.slice(0, ITEM_FILE_LIMITS.previewRows),
    readRows: (onRead) => afterHeader(source.readRows(onRead), skipRows + (isHeaderRow ? 1 : 0), maxColumns),
  };
}

const nameColumns = (header: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, at) => header[at]?.trim() || `Column ${at + 1}`);

/**
 * Rows of a text file with more columns than the header usually contain an unquoted delimiter: their values would be shifted. Cells of a
 * sheet name their columns, and formatted empty ones may follow the last value.
 */
async function* afterHeader(batches: RowBatches, skippedRows: number, maxColumns: number): RowBatches {
  let left = skippedRows;
  for await (const batch of batches) {
    const rows = batch.slice(left);
    left = Math.max(0, left - batch.length);
    yield rows.map((row) =>
      row.cells.length > maxColumns
        ? {
            line: row.line,
            cells: [],
            problem: `The row has ${row.cells.length} columns and the header ${maxColumns}.`,
          }
        : row,
    );
  }
}

type Source = {
  options: Pick<ResolvedItemFileOptions, "format" | "encoding" | "delimiter" | "sheet">;
  sheets: string[];
  /** The names of a JSON file's fields; null where a header may name the columns. */
  columns: string[] | null;
  readRows: (onRead?: OnRead) => RowBatches;
};

/** The rows with the values that a spreadsheet shows. Rows without any, such as `;;;` below a list, are left out as in a sheet. */
function withCellTexts(source: Source): Source {
  async function* readRows(onRead?: OnRead): RowBatches {
    for await (const batch of source.readRows(onRead)) {
      for (const row of batch) row.cells = row.cells.map(cellText);
      yield batch.filter(hasContent);
    }
  }
  return { ...source, readRows };
}

const hasContent = ({ cells, problem, uncalculated }: FileRow): boolean =>
  problem !== undefined || uncalculated !== undefined || cells.some((cell) => cell !== "");

async function openSource(path: string, given: ItemFileOptions): Promise<Source> {
  const bytes = await readSample(path);
  const isZip = bytes.subarray(0, 4).toString("latin1") === ZIP_SIGNATURE;
  const encoding = isZip ? "utf-8" : (given.encoding ?? (await detectEncoding(path, bytes)));
  const text = decodeSample(bytes, encoding);
  const format = given.format ?? (isZip ? "xlsx" : detectTextFormat(text));
  if (format !== "xlsx") refuseOtherFile(bytes, text);
  const delimiter = given.delimiter ?? (format === "csv" ? detectDelimiter(text) : ",");
  const base = { format, encoding, delimiter, sheet: null };
  if (format === "xlsx") {
    const sheets = await listSheets(path);
    const sheet = given.sheet ?? sheets[0] ?? null;
    const readRows = (onRead?: OnRead) => readXlsxRows(path, sheet, onRead);
    return { options: { ...base, sheet }, sheets, columns: null, readRows };
  }
  if (format === "json") {
    const file = { path, encoding, itemsPath: itemsPath(text) };
    const columns = await readJsonColumns(file);
    return { options: base, sheets: [], columns, readRows: (onRead) => readJsonRows(file, columns, onRead) };
  }
  const readRows = (onRead?: OnRead) => readCsvRows(path, { encoding, delimiter, skipsSpaces: true }, onRead);
  return { options: base, sheets: [], columns: null, readRows };
}

const detectTextFormat = (text: string): ItemFileFormat => (/^\s*[[{]/.test(text) ? "json" : "csv");
