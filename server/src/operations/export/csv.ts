import { type Cell, escapeFormula } from "@precount/domain";
import { stringify } from "csv-stringify/sync";
import type { Table } from "./table.ts";

/** Excel recognizes UTF-8 by it (PD-35). */
export const BOM = "\uFEFF";

/**
 * A table as CSV with CRLF line ends and without cells that a spreadsheet would run (PD-36). It yields one chunk per batch of rows and
 * reads the next batch only when the chunk has been taken, because a report may be long and a connection slow.
 */
export async function* csvOf({ columns, rows }: Table): AsyncGenerator<string> {
  yield header(columns);
  for await (const batch of rows) yield lines(batch);
}

/** The byte order mark and the header line. */
export const header = (columns: readonly string[]): string =>
  BOM + stringify([columns], { record_delimiter: "windows" });

/**
 * Rows as lines. Text is quoted and numbers are not: LibreOffice can be told to keep quoted cells as text, such as `000042` (ADR-012).
 */
export const lines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map(safe)),
    { record_delimiter: "windows", quoted_string: true, quoted_empty: false },
  );

const safe = (cell: Cell): Cell => (typeof cell === "string" ? escapeFormula(cell) : cell);
