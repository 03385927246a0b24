import { type DocumentStructure, gridOf, tablesOf } from "@precount/domain";
import { BOM, toCsv } from "./csv.ts";

/** All lines of text outside tables, in reading order. */
const textLines = ({ pages }: DocumentStructure): string[] =>
  pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === "table" || block.kind === "picture" ? [] : block.lines.map(({ text }) => text),
    ),
  );

/** Formats a document's tables as `ExtractAnswer.contents` documents; null when the document has no text. */
export function formatExtract(format: "csv" | "json", structure: DocumentStructure): string | null {
  const tables = tablesOf(structure).map(gridOf);
  const text = textLines(structure);
  if (tables.length === 0 && text.length === 0) return null;
  if (format === "json") return JSON.stringify({ tables: tables.map((rows) => ({ rows })), text });
  const output = tables.length > 0 ? tables : [text.map((line) => [line])];
  return BOM + output.map((rows) => toCsv(rows).slice(BOM.length)).join("\r\n");
}
