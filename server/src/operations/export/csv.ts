import { type Cell, escapeFormula } from "@precount/domain";
import { stringify } from "csv-stringify/sync";
import type { Table } from "./table.ts";

/** Excel knows UTF-8 by it (PD-35). */
export const BOM = "\uFEFF";

/**
 * A table as CSV: CRLF, no cell that a spreadsheet would run (PD-36). A chunk for each batch of rows, and the
 * next batch is asked for when the last one is taken: a report may be long and a line slow.
 */
export async function* csvOf({ columns, rows }: Table): AsyncGenerator<string> {
  yield header(columns);
  for await (const batch of rows) yield lines(batch);
}

/** A file's beginning. */
export const header = (columns: readonly string[]): string =>
  BOM + stringify([columns], { record_delimiter: "windows" });

/**
 * The lines of some rows, without a header. Text is in quotes and numbers are not: LibreOffice can be told to leave
 * what is quoted as it is, `000042` too (docs/decisions/012-exports.md).
 */
export const lines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map(safe)),
    { record_delimiter: "windows", quoted_string: true, quoted_empty: false },
  );

const safe = (cell: Cell): Cell => (typeof cell === "string" ? escapeFormula(cell) : cell);
