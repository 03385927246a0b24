import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PrintedCell, PrintedTruth } from "./adjacency.ts";
import type { PrintRecipe } from "./print-recipe.ts";
import { PRINT_RECIPES } from "./recipes.ts";
import { type PrintTable, spanOf } from "./table-contents.ts";
import { groffOf } from "./write-groff.ts";
import { htmlOf } from "./write-html.ts";
import { latexOf } from "./write-latex.ts";
import { typewriterLines } from "./write-text.ts";

/*
 * Prints the documents of recipes.ts with Chromium, LaTeX, LibreOffice and groff, and writes them with their true cells to
 * documents/fixtures/printed: `node documents/src/testing/printed/make-printed.ts [NAME]`. The programs must be installed:
 * chromium libreoffice-writer texlive-latex-recommended groff poppler-utils.
 */

const FOLDER = join(import.meta.dirname, "../../../fixtures/printed");
const LICENSE =
  "Contents invented for this project, under its license; embedded fonts Liberation and Computer Modern, OFL 1.1";

/** The cells of a table, with the columns of each row as HTML places them. */
function trueCells({ rows }: PrintTable): PrintedCell[] {
  const taken = new Set<string>();
  return rows.flatMap((cells, row) => {
    let column = 0;
    return cells.map((cell) => {
      const { text, columns, rows: rowSpan } = spanOf(cell);
      while (taken.has(`${row} ${column}`)) column += 1;
      for (let r = row; r < row + rowSpan; r += 1)
        for (let c = column; c < column + columns; c += 1) taken.add(`${r} ${c}`);
      return { row, column, rowSpan, columnSpan: columns, text };
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), "precount-print-"));

function printHtml(html: string): Buffer {
  const [source, target] = [join(folder, "page.html"), join(folder, "page.pdf")];
  writeFileSync(source, html);
  const options = [
    "--headless",
    "--no-sandbox",
    "--no-pdf-header-footer",
    "--disable-pdf-tagging",
    `--print-to-pdf=${target}`,
  ];
  execFileSync("chromium", [...options, `file://${source}`], { stdio: "ignore" });
  return readFileSync(target);
}

function print(recipe: PrintRecipe): Buffer {
  const path = (extension: string): string => join(folder, `${recipe.name}.${extension}`);
  switch (recipe.printer) {
    case "chromium":
      return printHtml(htmlOf(recipe));
    case "typewriter": {
      const text = typewriterLines(recipe).join("\n").replaceAll("&", "&amp;");
      const css = `@page{size:A4;margin:18mm} pre{font:${recipe.fontSize}pt Liberation Mono,monospace}`;
      return printHtml(`<!doctype html><meta charset="utf-8"><style>${css}</style><pre>${text}</pre>`);
    }
    case "latex":
      writeFileSync(path("tex"), latexOf(recipe));
      execFileSync("pdflatex", ["-interaction=nonstopmode", `-output-directory=${folder}`, path("tex")], {
        stdio: "ignore",
      });
      return readFileSync(path("pdf"));
    case "writer":
      writeFileSync(path("html"), htmlOf(recipe));
      execFileSync(
        "soffice",
        [
          "--headless",
          `-env:UserInstallation=file://${folder}/profile`,
          "--infilter=HTML (StarWriter)",
          "--convert-to",
          "pdf:writer_web_pdf_Export",
          "--outdir",
          folder,
          path("html"),
        ],
        { stdio: "ignore" },
      );
      return readFileSync(path("pdf"));
    case "groff":
    default:
      writeFileSync(path("ms"), groffOf(recipe));
      return execFileSync("groff", ["-k", "-t", "-ms", "-Tpdf", "-P-pa4", path("ms")], {
        stdio: ["ignore", "pipe", "ignore"],
      });
  }
}

mkdirSync(FOLDER, { recursive: true });
for (const recipe of PRINT_RECIPES.filter(({ name }) => name.includes(process.argv[2] ?? ""))) {
  const pdf = print(recipe);
  writeFileSync(join(FOLDER, `${recipe.name}.pdf`), pdf);
  const info = execFileSync("pdfinfo", [join(FOLDER, `${recipe.name}.pdf`)], { encoding: "utf8" });
  const truth: PrintedTruth = {
    name: recipe.name,
    printer: recipe.printer,
    license: LICENSE,
    pages: Number(/Pages:\s+(\d+)/u.exec(info)?.[1] ?? 1),
    tables: recipe.parts.flatMap((part) => (part.kind === "table" ? [trueCells(part.table)] : [])),
  };
  writeFileSync(join(FOLDER, `${recipe.name}.json`), `${JSON.stringify(truth)}\n`);
  process.stdout.write(`${recipe.name} ${pdf.length} bytes, ${truth.pages} pages\n`);
}
