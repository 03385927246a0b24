import { escapeFormula } from "@precount/domain";
import { stringify } from "csv-stringify/sync";

/** Excel knows UTF-8 by it (PD-35). */
export const BOM = "\uFEFF";

/**
 * Rows of text as CSV, the way our exports write it: CRLF, all text in quotes, so that leading zeros can survive a
 * spreadsheet, and no cell that one would run (decisions 28 and 36).
 */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  BOM +
  stringify(
    rows.map((row) => row.map(escapeFormula)),
    { record_delimiter: "windows", quoted_string: true, quoted_empty: false },
  );
