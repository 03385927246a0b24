import type { Block, DocumentStructure } from "@precount/domain";
import { prose } from "../corpus/shop.ts";
import { type Random, seededRandom } from "../random.ts";

/** A cell with lines and an optional nested table. */
interface WordCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  lines: string[];
  inner?: WordTable;
}

export interface WordTable {
  rows: number;
  columns: number;
  headerRows: number;
  /** The cells by row, then by column. */
  cells: WordCell[];
}

export type ListKind = "numbers" | "bullets";

export type WordPart =
  | { heading: string; level: number }
  | { lines: string[] }
  /** A list of items with their depth. */
  | { list: ListKind; items: { depth: number; text: string }[] }
  | { table: WordTable };

/** Draws a random document of headings, paragraphs, lists and tables; always the same for a seed. */
export function drawParts(seed: number): WordPart[] {
  const random = seededRandom(seed);
  const parts: WordPart[] = [{ heading: `Delivery note ${seed}`, level: 1 }];
  for (let n = random.int(6, 10); n > 0; n--) {
    parts.push(random.pick([drawHeading, drawParagraph, drawList, drawTable, drawTable])(random));
    // Word joins adjacent tables, and adjacent lists.
    parts.push(drawParagraph(random));
  }
  return parts;
}

const drawHeading = (random: Random): WordPart => ({ heading: prose(random, 1), level: random.int(1, 4) });

const drawParagraph = (random: Random): WordPart => ({
  lines: Array.from({ length: random.int(1, 3) }, () => prose(random, random.int(1, 2))),
});

function drawList(random: Random): WordPart {
  let depth = 0;
  const items = Array.from({ length: random.int(3, 9) }, (_, at) => {
    depth = at === 0 ? 0 : random.int(0, Math.min(depth + 1, 2));
    return { depth, text: prose(random, 1) };
  });
  return { list: random.pick(["numbers", "bullets"] as const), items };
}

const drawTable = (random: Random): WordPart => ({
  table: drawGrid(random, random.int(3, 9), random.int(2, 6), { hasInner: true }),
});

function drawGrid(random: Random, rows: number, columns: number, { hasInner }: { hasInner: boolean }): WordTable {
  const taken = new Set<string>();
  const cells: WordCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (taken.has(`${row}:${column}`)) continue;
      const spans = drawSpans(random, { rows: rows - row, columns: columns - column }, row === rows - 1);
      const places = Array.from({ length: spans.rowSpan * spans.columnSpan }, (_, at) => {
        return `${row + Math.floor(at / spans.columnSpan)}:${column + (at % spans.columnSpan)}`;
      });
      const { rowSpan, columnSpan } = places.some((place) => taken.has(place)) ? { rowSpan: 1, columnSpan: 1 } : spans;
      for (const place of rowSpan * columnSpan > 1 ? places : []) taken.add(place);
      const inner = hasInner && random.chance(0.05) ? drawGrid(random, 2, 2, { hasInner: false }) : undefined;
      cells.push({ row, column, rowSpan, columnSpan, lines: drawLines(random), ...(inner ? { inner } : {}) });
    }
  }
  return { rows, columns, headerRows: 1, cells };
}

/**
 * Draws a cell's spans. The last column has no row spans and the last row no column spans, because writers leave out rows and columns
 * that are completely covered.
 */
function drawSpans(random: Random, most: { rows: number; columns: number }, isLastRow: boolean) {
  if (!random.chance(0.2)) return { rowSpan: 1, columnSpan: 1 };
  const columnSpan = isLastRow ? 1 : random.int(1, Math.min(3, most.columns));
  return { rowSpan: columnSpan === most.columns ? 1 : random.int(1, Math.min(3, most.rows)), columnSpan };
}

function drawLines(random: Random): string[] {
  const kind = random.int(0, 9);
  if (kind === 0) return [];
  if (kind < 5) return [String(random.int(0, 999_999)).padStart(6, "0")];
  return Array.from({ length: kind === 9 ? 2 : 1 }, () => prose(random, 1));
}

/** The expected result in short form, without places. */
export type Plain =
  | { heading: string; level: number }
  | { lines: string[] }
  | { item: string; depth: number; marker: string }
  | { table: Omit<WordTable, "cells">; cells: string[] };

/** @param markers returns the marker of the n-th item of a list at a depth */
export const plainOf = (
  parts: readonly WordPart[],
  markers: (kind: ListKind, depth: number, n: number) => string,
): Plain[] =>
  parts.flatMap((part): Plain[] => {
    if ("list" in part) return plainList(part, markers);
    return "table" in part ? plainTables(part.table) : [part];
  });

function plainList(
  { list, items }: Extract<WordPart, { list: ListKind }>,
  markers: (kind: ListKind, depth: number, n: number) => string,
): Plain[] {
  const counts: number[] = [];
  return items.map(({ depth, text }) => {
    counts.length = depth + 1;
    counts[depth] = (counts[depth] ?? 0) + 1;
    return { item: text, depth, marker: markers(list, depth, counts[depth]) };
  });
}

/** A table followed by its nested tables. */
function plainTables({ cells, ...table }: WordTable): Plain[] {
  const texts = cells.map(({ row, column, rowSpan, columnSpan, lines }) =>
    [row, column, rowSpan, columnSpan, lines.join("\n")].join(" "),
  );
  return [{ table, cells: texts }, ...cells.flatMap(({ inner }) => (inner ? plainTables(inner) : []))];
}

/** A read document in the same short form. */
export const plainOfRead = ({ pages }: DocumentStructure): Plain[] =>
  pages.flatMap(({ blocks }) => blocks.flatMap(plainBlock));

function plainBlock(block: Block): Plain[] {
  if (block.kind === "picture") return [];
  if (block.kind === "table") {
    const { rows, columns, headerRows, cells } = block;
    const texts = cells.map(({ row, column, rowSpan, columnSpan, text }) =>
      [row, column, rowSpan, columnSpan, text].join(" "),
    );
    return [{ table: { rows, columns, headerRows }, cells: texts }];
  }
  const lines = block.lines.map(({ text }) => text);
  if (block.kind === "heading") return [{ heading: lines.join("\n"), level: block.level }];
  if (block.kind === "listItem") return [{ item: lines.join("\n"), depth: block.depth, marker: block.marker }];
  return [{ lines }];
}
