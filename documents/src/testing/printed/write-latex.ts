import type { Part, PrintRecipe, TableLook } from "./print-recipe.ts";
import { type PrintTable, spanOf } from "./table-contents.ts";

const escape = (text: string): string =>
  text
    .replaceAll(/[&%#_$]/gu, String.raw`\$&`)
    .replaceAll("–", "--")
    .replaceAll("−", "$-$")
    .replaceAll("×", String.raw`$\times$`);

/** The document for pdflatex. */
export function latexOf({ parts }: PrintRecipe): string {
  return String.raw`\documentclass[10pt]{article}
\usepackage[utf8]{inputenc}\usepackage{booktabs}\usepackage[a4paper,margin=22mm]{geometry}
\begin{document}
${parts.map(partLatex).join("\n\n")}
\end{document}
`;
}

function partLatex(part: Part): string {
  switch (part.kind) {
    case "title":
    case "heading":
      return String.raw`\section*{${escape(part.text)}}`;
    case "paragraph":
      return escape(part.text);
    case "caption":
      return String.raw`\noindent\textbf{${escape(part.text)}}\par\smallskip`;
    case "note":
      return String.raw`\noindent{\footnotesize ${escape(part.text)}}`;
    case "table":
      return tableLatex(part.table, part.look);
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

function tableLatex({ rows, headerRows }: PrintTable, look: TableLook): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const bar = look === "uprights" ? "|" : "";
  const first = look === "one-upright" ? "|" : bar;
  const format = `${bar}l${first}${Array.from({ length: columns - 1 }, () => "r").join(bar)}${bar}`;
  const [top, middle, bottom] = look === "book" ? ["toprule", "midrule", "bottomrule"] : ["hline", "hline", "hline"];
  const lines = rows.map((row, at) => {
    const skipped = at > 0 && at < headerRows ? (rows[0] ?? []).filter((cell) => spanOf(cell).rows > 1).length : 0;
    const cells = row.map((cell) => {
      const { columns: width, text } = spanOf(cell);
      return width > 1 ? String.raw`\multicolumn{${width}}{c}{${escape(text)}}` : escape(text);
    });
    const line = `${"& ".repeat(skipped)}${cells.join(" & ")} \\\\`;
    return at === headerRows - 1 ? `${line} \\${middle}` : line;
  });
  const begin = String.raw`\begin{center}\begin{tabular}{` + format + "} \\" + top;
  const end =
    "\\" +
    bottom +
    String.raw`
\end{tabular}\end{center}`;
  return [begin, ...lines, end].join("\n");
}
