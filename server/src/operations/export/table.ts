import type { Cell } from "@precount/domain";

/** A table on its way out of the house: its rows come in batches as they are read, and are gone once they are written. */
export type Table = {
  /** What a spreadsheet calls it: at most 28 characters, none of `[]:*?/\`. */
  name: string;
  columns: readonly string[];
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
};

/** How a table is written: what its file is called, and what a browser is told of it. */
export const TABLE_FORMATS = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
export type TableFormat = keyof typeof TABLE_FORMATS;
