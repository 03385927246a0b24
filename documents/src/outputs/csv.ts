import { escapeFormula } from "@precount/domain";
import { stringify } from "csv-stringify/sync";

/** The byte order mark by which Excel recognizes UTF-8 (PD-35). */
export const BOM = "\uFEFF";

/**
 * Formats rows as CSV like the server's exports: CRLF, all text in quotes so that leading zeros can survive a spreadsheet, and no
 * formulas (PD-28, PD-36).
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  BOM +
  stringify(
    rows.map((row) => row.map(escapeFormula)),
    { record_delimiter: "windows", quoted_string: true, quoted_empty: false },
  );
