import { type DocumentStructure, gridOf, tablesOf } from "@precount/domain";
import { BOM, csvOf } from "./csv.ts";

/** All lines outside tables, in reading order. */
const linesOf = ({ pages }: DocumentStructure): string[] =>
  pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === "table" || block.kind === "picture" ? [] : block.lines.map(({ text }) => text),
    ),
  );

/** The tables of what was read as text, in the form that `ExtractAnswer.contents` promises; null when nothing was. */
export function extractedAs(format: "csv" | "json", structure: DocumentStructure): string | null {
  const tables = tablesOf(structure).map(gridOf);
  const text = linesOf(structure);
  if (tables.length === 0 && text.length === 0) return null;
  if (format === "json") return JSON.stringify({ tables: tables.map((rows) => ({ rows })), text });
  const shown = tables.length > 0 ? tables : [text.map((line) => [line])];
  return BOM + shown.map((rows) => csvOf(rows).slice(BOM.length)).join("\r\n");
}
