import { Readable } from "node:stream";
import { ITEM_FILE_LIMITS, type ItemFileDelimiter, type ItemFileEncoding, delimiterOfLine } from "@precount/domain";
import { CsvError, parse } from "csv-parse";
import { readText } from "./decode.ts";
import { ItemFileError } from "./item-file-error.ts";
import type { FileRow, OnRead, RowBatches } from "./rows.ts";

const BATCH_ROWS = 1000;

type Record = { record: string[]; info: { lines: number } };

type CsvOptions = {
  encoding: ItemFileEncoding;
  delimiter: ItemFileDelimiter;
  /** Skips spaces before a value, so that a quote after them is one. Without it, the values of an export are exact. */
  skipsSpaces?: boolean;
};

/** The rows of a CSV or TSV file. Empty lines are skipped, and a first line that names the delimiter. Throws ItemFileError. */
export async function* readCsvRows(
  path: string,
  { encoding, delimiter, skipsSpaces = false }: CsvOptions,
  onRead?: OnRead,
): RowBatches {
  const source = Readable.from(readText(path, encoding, onRead), { objectMode: false });
  const parser = parse({
    delimiter,
    // By default only the first line's ending ends a row: rows of a file joined from others would be read as one row.
    record_delimiter: ["\r\n", "\n", "\r"],
    bom: true,
    ltrim: skipsSpaces,
    info: true,
    // An inch sign in a description is no quote.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ITEM_FILE_LIMITS.maxRowLength,
  });
  source.on("error", (error) => parser.destroy(error)).pipe(parser);
  let batch: FileRow[] = [];
  let isFirst = true;
  let miscounted = 0;
  try {
    // csv-parse yields this type with `info`.
    for await (const { record, info } of parser as AsyncIterable<Record>) {
      const namesDelimiter = isFirst && delimiterOfLine(record.join(delimiter)) !== null;
      isFirst = false;
      if (namesDelimiter) continue;
      miscounted += countCrLf(record);
      batch.push({ line: info.lines - miscounted - lineBreaksIn(record), cells: record });
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw toItemFileError(error);
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (batch.length > 0) yield batch;
}

/** Line breaks in quoted cells. The parser counts lines to the end of a row, and a person looks for its start. */
const lineBreaksIn = (record: readonly string[]): number =>
  record.reduce((sum, cell) => (cell.includes("\n") || cell.includes("\r") ? sum + breaks(cell) : sum), 0);
/** The parser counts a CRLF in a quoted cell as two lines. */
const countCrLf = (record: readonly string[]): number =>
  record.reduce((sum, cell) => (cell.includes("\r\n") ? sum + cell.split("\r\n").length - 1 : sum), 0);
const breaks = (cell: string): number => cell.split(/\r\n|\n|\r/).length - 1;

function toItemFileError(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = "lines" in error && typeof error.lines === "number" ? ` near line ${error.lines}` : "";
  const reasons: Readonly<{ [code: string]: string }> = {
    CSV_MAX_RECORD_SIZE: `A row${line} is longer than ${ITEM_FILE_LIMITS.maxRowLength} characters. Check the delimiter and the quotes.`,
    CSV_QUOTE_NOT_CLOSED: `A quote${line} is never closed. Correct the file and choose it again.`,
  };
  return new ItemFileError(reasons[error.code] ?? `The file cannot be read${line}. Check the delimiter.`, {
    cause: error,
  });
}
