import type { Cell } from "@precount/domain";

/** A table whose rows are read in batches and are not kept. */
export type Table = {
  /** The name of the sheet: at most 28 characters, none of `[]:*?/\`. */
  name: string;
  columns: readonly string[];
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
  /** Another sheet of a workbook, after those with rows, because programs read the first sheet. */
  cover?: { name: string; rows: readonly (readonly string[])[] };
  /** The time of a workbook's parts. With it, equal tables give equal files. */
  modifiedAt?: Date;
};

/** The formats of table downloads, by file extension, with their media types. */
export const TABLE_FORMATS = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
export type TableFormat = keyof typeof TABLE_FORMATS;
