import type { PrintRecipe } from "./print-recipe.ts";
import { type PrintTable, cellText } from "./table-contents.ts";

const WIDTH = 84;

/** The document as typed on a typewriter: monospaced, with columns one space apart. */
export function typewriterLines({ parts }: PrintRecipe): string[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case "table":
        return [...typedTable(part.table, part.look === "rows"), ""];
      case "paragraph":
      case "note":
      case "caption":
      case "heading":
      case "title":
        return [...wrapped(part.text, WIDTH), ""];
      case "rule":
      case "list":
      case "columns":
      case "contents":
      case "chart":
      case "map":
      case "flow":
      default:
        return [];
    }
  });
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function typedTable({ rows, headerRows }: PrintTable, hasLines: boolean): string[] {
  const widths = (rows.at(-1) ?? []).map((_, column) =>
    Math.max(...rows.map((row) => cellText(row[column] ?? "").length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const [text, width] = [cellText(cell), widths[column] ?? 0];
        return /^[−–\d.,%]+$/u.test(text) || (column > 1 && rows.indexOf(row) < headerRows)
          ? text.padStart(width)
          : text.padEnd(width);
      })
      .join(" "),
  );
  const dashes = widths.map((width) => "-".repeat(width)).join(" ");
  return hasLines ? [...lines.slice(0, headerRows), dashes, ...lines.slice(headerRows)] : lines;
}
