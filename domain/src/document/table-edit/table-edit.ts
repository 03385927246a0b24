import { z } from "zod";
import { pagePlaceSchema } from "../structure.ts";

/** More words than any page of print has. */
const MAX_PAGE_WORDS = 20_000;
/** A word of a page: text, x, y, width, height, confidence. A tuple, because a page has hundreds. */
const pageWordSchema = z.tuple([z.string(), z.number(), z.number(), z.number(), z.number(), z.number()]);
export type PageWord = z.infer<typeof pageWordSchema>;
export const pageWordsSchema = z.array(pageWordSchema).max(MAX_PAGE_WORDS);

export const MAX_CUT_COLUMNS = 100;
export const MAX_CUT_ROWS = 500;
/** Each edit is applied again when the next one is made. */
export const MAX_TABLE_EDITS = 200;

const isAscending = (lines: readonly number[]): boolean =>
  lines.every((line, at) => at === 0 || line > (lines[at - 1] ?? Infinity));

const linesSchema = (maxCells: number) =>
  z
    .array(z.number().min(0).max(100_000))
    .min(2)
    .max(maxCells + 1)
    .refine(isAscending, "The lines must be in ascending order.");

/** Index of a table in the document's reading order, starting at 0, after all earlier edits. */
const tableIndexSchema = z.int().min(0).max(10_000);
const pageNumberSchema = z.int().min(1).max(100_000);

/** Cuts the part of a table on one page by lines, in the unit of the page's places. */
export const tableCutSchema = z.object({
  kind: z.literal("cut"),
  /** Null adds a table. */
  table: tableIndexSchema.nullable(),
  page: pageNumberSchema,
  /** The x of each vertical line, from the left edge of the table to its right edge. */
  columns: linesSchema(MAX_CUT_COLUMNS),
  /** The y of each horizontal line. */
  rows: linesSchema(MAX_CUT_ROWS),
  /** Places of merged cells: the cells whose center is in one of them become one cell. */
  merged: z.array(pagePlaceSchema).max(1000),
});
export type TableCut = z.infer<typeof tableCutSchema>;

/** Turns the part of a table on one page into text. */
const tableToTextSchema = z.object({ kind: z.literal("toText"), table: tableIndexSchema, page: pageNumberSchema });

/** A person's correction of a table (PD-111). */
export const tableEditSchema = z.discriminatedUnion("kind", [tableCutSchema, tableToTextSchema]);
export type TableEdit = z.infer<typeof tableEditSchema>;
