import { type DocumentStructure, gridOf, tablesOf } from "@precount/domain";
import { csvOf } from "./csv.ts";

/** All lines outside tables, in reading order. */
const linesOf = ({ pages }: DocumentStructure): string[] =>
  pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === "table" || block.kind === "picture" ? [] : block.lines.map(({ text }) => text),
    ),
  );

/** The tables of what was read as text, in the form that `ExtractAnswer.contents` promises. */
export function extractedAs(format: "csv" | "json", structure: DocumentStructure): string {
  const tables = tablesOf(structure).map(gridOf);
  const text = linesOf(structure);
  if (format === "json") return JSON.stringify({ tables: tables.map((rows) => ({ rows })), text });
  const shown = tables.length > 0 ? tables : [text.map((line) => [line])];
  return shown.map((rows, at) => (at === 0 ? csvOf(rows) : csvOf(rows).slice(BOM_LENGTH))).join("\r\n");
}

const BOM_LENGTH = 1;
