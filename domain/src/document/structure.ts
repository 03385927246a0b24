import { z } from "zod";

/**
 * A place on the upright page, from its top left corner: PDF points (1/72 inch) for documents, pixels for images. The
 * box is unrotated; rotated text has its bounding box.
 */
export const pagePlaceSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type PagePlace = z.infer<typeof pagePlaceSchema>;

/**
 * Probability that the text is right, 0–1: 1 for text stored in the document, the reader's confidence for text read
 * from an image.
 */
const confidenceSchema = z.number().min(0).max(1);
/** Starts at 1. */
const pageNumberSchema = z.int().min(1);
/** `place` is null if the format has no positions (Word computes its layout when a document is opened). */
const foundAt = { page: pageNumberSchema, place: pagePlaceSchema.nullable(), confidence: confidenceSchema };

export const tableCellSchema = z.object({
  /** Index of its first row and column, starting at 0. */
  row: z.int().min(0),
  column: z.int().min(0),
  rowSpan: z.int().min(1),
  columnSpan: z.int().min(1),
  /** Lines within a cell are separated by line breaks. */
  text: z.string(),
  ...foundAt,
});
export type TableCell = z.infer<typeof tableCellSchema>;

export const tableBlockSchema = z.object({
  kind: z.literal("table"),
  /** What the cells were derived from: drawn lines, positions of the text, or the document's markup. */
  basis: z.enum(["ruled", "unruled", "markup"]),
  rows: z.int().min(1),
  columns: z.int().min(1),
  /** Number of header rows at the top, as far as known. */
  headerRows: z.int().min(0),
  /**
   * Ordered by row, then column. A merged cell appears once, at its first row and column. A table that continues on
   * the next page is one table.
   */
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
    /** '•', '1.', 'b)': as displayed. */
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
  /** Size of the upright page, in the unit of `place`; null if the format has none. */
  size: z.object({ width: z.number(), height: z.number() }).nullable(),
  /** Where the text comes from: `text` stored in the document, `picture` read from an image, `empty` none. */
  source: z.enum(["text", "picture", "empty"]),
  /** In reading order. */
  blocks: z.array(blockSchema),
});
export type DocumentPage = z.infer<typeof documentPageSchema>;

export const DOCUMENT_KINDS = ["pdf", "docx", "picture"] as const;

/** Everything extracted from one document (PD-49). */
export const documentStructureSchema = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  pages: z.array(documentPageSchema),
  /** Problems while reading, one sentence each. */
  problems: z.array(z.string()),
});
export type DocumentStructure = z.infer<typeof documentStructureSchema>;

/** Every table of a document, in reading order. */
export const tablesOf = ({ pages }: Pick<DocumentStructure, "pages">): TableBlock[] =>
  pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === "table"));

/** A table as rows of equal length. A merged cell's text is in its first place; the others are empty. */
export function gridOf({ rows, columns, cells }: Pick<TableBlock, "rows" | "columns" | "cells">): string[][] {
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ""));
  for (const { row, column, text } of cells) {
    const line = grid[row];
    if (line && column < columns) line[column] = text;
  }
  return grid;
}
