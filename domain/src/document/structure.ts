import { z } from "zod";

/**
 * Where something stands on its page: PDF points (1/72 inch) for documents, pixels for pictures; of the upright page, from
 * its top left. Unrotated boxes: text that runs otherwise has the box around it.
 */
export const pagePlaceSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type PagePlace = z.infer<typeof pagePlaceSchema>;

/** 0–1 that the text is right: 1 where the document itself says it, the reader's own doubt where it was read from a picture. */
const confidenceSchema = z.number().min(0).max(1);
/** Counted from 1. */
const pageNumberSchema = z.int().min(1);
/** Null where the format knows no places (Word lays its pages out only when it is opened). */
const foundAt = { page: pageNumberSchema, place: pagePlaceSchema.nullable(), confidence: confidenceSchema };

export const tableCellSchema = z.object({
  /** Of its first row and column, counted from 0. */
  row: z.int().min(0),
  column: z.int().min(0),
  rowSpan: z.int().min(1),
  columnSpan: z.int().min(1),
  /** Lines within a cell are apart by \n. */
  text: z.string(),
  ...foundAt,
});
export type TableCell = z.infer<typeof tableCellSchema>;

export const tableBlockSchema = z.object({
  kind: z.literal("table"),
  /** Whether drawn lines said where its cells are, or the text's own places, or the document's markup. */
  basis: z.enum(["ruled", "unruled", "markup"]),
  rows: z.int().min(1),
  columns: z.int().min(1),
  /** How many of its first rows are its header, as far as that can be known. */
  headerRows: z.int().min(0),
  /** By row, then column; a merged cell once, at its first row and column. A table that goes on on the next page is one table. */
  cells: z.array(tableCellSchema),
  ...foundAt,
});
export type TableBlock = z.infer<typeof tableBlockSchema>;

const lineSchema = z.object({ text: z.string(), ...foundAt });

export const blockSchema = z.discriminatedUnion("kind", [
  tableBlockSchema,
  z.object({
    kind: z.literal("heading"),
    level: z.int().min(1).max(6),
    lines: z.array(lineSchema).min(1),
    ...foundAt,
  }),
  z.object({ kind: z.literal("paragraph"), lines: z.array(lineSchema).min(1), ...foundAt }),
  z.object({
    kind: z.literal("listItem"),
    /** 0 for the outermost list. */
    depth: z.int().min(0),
    /** '•', '1.', 'b)': as it is shown. */
    marker: z.string(),
    lines: z.array(lineSchema).min(1),
    ...foundAt,
  }),
  z.object({ kind: z.literal("picture"), alt: z.string(), ...foundAt }),
]);
export type Block = z.infer<typeof blockSchema>;
export type TextLine = z.infer<typeof lineSchema>;

export const documentPageSchema = z.object({
  number: pageNumberSchema,
  /** Of the upright page, in the places' unit; null where the format knows none. */
  size: z.object({ width: z.number(), height: z.number() }).nullable(),
  /** `text` said by the document, `picture` read by our reader, `empty` neither. */
  source: z.enum(["text", "picture", "empty"]),
  /** In the order in which a person reads them. */
  blocks: z.array(blockSchema),
});
export type DocumentPage = z.infer<typeof documentPageSchema>;

export const DOCUMENT_KINDS = ["pdf", "docx", "picture"] as const;

/** All that was read of one document (decision 49). */
export const documentStructureSchema = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  pages: z.array(documentPageSchema),
  /** What could not be read, each one sentence for a person. */
  problems: z.array(z.string()),
});
export type DocumentStructure = z.infer<typeof documentStructureSchema>;

/** Every table of a document, in reading order. */
export const tablesOf = ({ pages }: Pick<DocumentStructure, "pages">): TableBlock[] =>
  pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "table"));

/** A table as rows of text, all of the same length; a merged cell's text stands in its first place, the others are empty. */
export function gridOf({ rows, columns, cells }: Pick<TableBlock, "rows" | "columns" | "cells">): string[][] {
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ""));
  for (const { row, column, text } of cells) {
    const line = grid[row];
    if (line && column < columns) line[column] = text;
  }
  return grid;
}
