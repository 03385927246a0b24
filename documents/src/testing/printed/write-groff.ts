import type { Part, PrintRecipe, TableLook } from "./print-recipe.ts";
import { type PrintTable, cellText } from "./table-contents.ts";

/** The document for groff with tbl and the ms macros. */
export function groffOf({ parts }: PrintRecipe): string {
  return parts.map(partGroff).join("\n") + "\n";
}

function partGroff(part: Part): string {
  switch (part.kind) {
    case "title":
    case "heading":
      return `.SH\n${part.text}`;
    case "caption":
      return `.LP\n.B "${part.text}"`;
    case "paragraph":
    case "note":
      return `.LP\n${part.text}`;
    case "table":
      return tableGroff(part.table, part.look);
    case "rule":
    case "list":
    case "columns":
    case "contents":
    case "chart":
    case "map":
    case "flow":
    default:
      return "";
  }
}

function tableGroff({ rows, headerRows }: PrintTable, look: TableLook): string {
  const columns = rows.at(-1)?.length ?? 1;
  const numbers = Array.from({ length: columns - 1 }, () => "r").join(" ");
  const lines = rows.map((row) => row.map(cellText).join("\t"));
  const body = [...lines.slice(0, headerRows), "_", ...lines.slice(headerRows)];
  const format = look === "one-upright" ? `l | ${numbers}.` : `l ${numbers}.`;
  const ends = look === "one-upright" ? ["_"] : [];
  return [".LP", ".TS", look === "frame" ? "center box;" : "center;", format, ...ends, ...body, ...ends, ".TE"].join(
    "\n",
  );
}
