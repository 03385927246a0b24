import { z } from "zod";
import { ITEM_FIELDS } from "./item.ts";

/** Limits of an item list file. They also bound the memory and time that a hostile file can take. */
export const ITEM_FILE_LIMITS = {
  /** Bytes of the file as it arrives. 200,000 items with all columns have 15 MB as CSV. */
  maxBytes: 100 * 1024 * 1024,
  /** Bytes of all parts of an XLSX file after unpacking. A sheet of 200,000 items has about 100 MB. */
  maxUnpackedBytes: 600 * 1024 * 1024,
  /** How many times its packed size a part of an XLSX file may have. A real sheet of equal rows reaches about 60. */
  maxCompressionRatio: 300,
  maxRows: 1_000_000,
  maxColumns: 200,
  /** Characters of one row of a CSV file, or of one item of a JSON file. */
  maxRowLength: 65_536,
  /** Characters of all texts that the rows of an XLSX file share. */
  maxSharedTextLength: 64 * 1024 * 1024,
  /** Rejected rows that an answer lists. All are counted. */
  maxListedRejections: 1000,
  previewRows: 20,
  /** Rows above the header, such as a title and a date. */
  maxSkippedRows: 50,
} as const;

/** The formats of an item list file. A TSV file is a CSV file with tabs. */
export const ITEM_FILE_FORMATS = ["csv", "xlsx", "json"] as const;
export type ItemFileFormat = (typeof ITEM_FILE_FORMATS)[number];

/** Labels of the Encoding Standard, which browsers and Node decode. */
export const ITEM_FILE_ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "iso-8859-2",
  "iso-8859-15",
  "shift_jis",
  "gb18030",
  "big5",
  "euc-kr",
] as const;
export type ItemFileEncoding = (typeof ITEM_FILE_ENCODINGS)[number];

export const ITEM_FILE_DELIMITERS = [",", ";", "\t", "|"] as const;
export type ItemFileDelimiter = (typeof ITEM_FILE_DELIMITERS)[number];

/** A column of the file: its index from 0, or its name in the header. */
const columnSchema = z.union([
  z
    .number()
    .int()
    .min(0)
    .max(ITEM_FILE_LIMITS.maxColumns - 1),
  z.string().min(1).max(200),
]);

/** The file's columns by the item's fields. A field without a column stays empty. */
export const itemColumnsSchema = z.partialRecord(z.enum(ITEM_FIELDS), columnSchema);
export type ItemColumns = z.infer<typeof itemColumnsSchema>;

/** How to read an item list file. Options that are left out are detected. */
export const itemFileOptionsSchema = z.object({
  format: z.enum(ITEM_FILE_FORMATS).optional(),
  encoding: z.enum(ITEM_FILE_ENCODINGS).optional(),
  delimiter: z.enum(ITEM_FILE_DELIMITERS).optional(),
  /** The sheet of an XLSX file; the first one by default. */
  sheet: z.string().max(100).optional(),
  /** The rows above the header, such as a title; rows without a value do not count. */
  skipRows: z.number().int().min(0).max(ITEM_FILE_LIMITS.maxSkippedRows).optional(),
  hasHeader: z.boolean().optional(),
  /** The decimal separator of prices and quantities. */
  decimal: z.enum([".", ","]).optional(),
  /** Adds leading zeros to codes of fewer than six digits, which a spreadsheet drops from numbers. */
  padCodes: z.boolean().optional(),
  columns: itemColumnsSchema.optional(),
});
export type ItemFileOptions = z.infer<typeof itemFileOptionsSchema>;

/** The options with which a file is read; `columns` are indexes of the file's columns. */
export const resolvedItemFileOptionsSchema = z.object({
  format: z.enum(ITEM_FILE_FORMATS),
  encoding: z.enum(ITEM_FILE_ENCODINGS),
  delimiter: z.enum(ITEM_FILE_DELIMITERS),
  sheet: z.string().nullable(),
  skipRows: z.number().int(),
  hasHeader: z.boolean(),
  decimal: z.enum([".", ","]),
  padCodes: z.boolean(),
  columns: z.partialRecord(z.enum(ITEM_FIELDS), z.number().int()),
});
export type ResolvedItemFileOptions = z.infer<typeof resolvedItemFileOptionsSchema>;

/** The form and the first rows of a file, for the choice of its columns. */
export const itemFilePreviewSchema = z.object({
  options: resolvedItemFileOptionsSchema,
  /** The sheets of an XLSX file. */
  sheets: z.array(z.string()),
  /** The names in the header, or `Column 1` and so on. */
  columns: z.array(z.string()),
  /** The first rows after the header. */
  rows: z.array(z.array(z.string())),
});
export type ItemFilePreview = z.infer<typeof itemFilePreviewSchema>;
