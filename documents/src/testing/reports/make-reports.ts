import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PrintedCell, PrintedTruth } from "../printed/adjacency.ts";
import { seededRandom } from "../random.ts";
import type { ReportRow } from "./report-contents.ts";
import { REPORT_STYLES, type ReportPart, type ReportStyle } from "./report-styles.ts";

/*
 * Prints the reports of report-styles.ts with Chromium, and writes them with their true cells to
 * documents/fixtures/reports: `node documents/src/testing/reports/make-reports.ts [NAME]`. Needs chromium and poppler-utils.
 */

const FOLDER = join(import.meta.dirname, "../../../fixtures/reports");
const LICENSE = "Contents invented for this project, under its license; embedded fonts Liberation, OFL 1.1";
const COPIES = 2;
const BASE =
  "@page{size:A4;margin:17mm}body{margin:0;font-family:Liberation Sans}table{border-collapse:collapse}td,th{vertical-align:top;font-weight:normal;text-align:right}td:first-child,th:first-child{text-align:left}th[colspan]{text-align:center}p{margin:3pt 0}.small{font-size:85%}.center{text-align:center}.caption{font-weight:bold}.big{font-size:150%}.lead{display:flex}.lead span+span{flex:1;overflow:hidden;white-space:nowrap}";

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The places of the cells as HTML puts them into rows and columns. */
function trueCells(rows: readonly ReportRow[]): PrintedCell[] {
  const taken = new Set<string>();
  return rows.flatMap(({ cells }, row) => {
    let column = 0;
    return cells.map(({ text, columns = 1, rows: rowSpan = 1 }) => {
      while (taken.has(`${row} ${column}`)) column += 1;
      for (let r = row; r < row + rowSpan; r += 1)
        for (let c = column; c < column + columns; c += 1) taken.add(`${r} ${c}`);
      return { row, column, rowSpan, columnSpan: columns, text };
    });
  });
}

function tableHtml(rows: readonly ReportRow[], hasLeaders: boolean): string {
  const lastHead = rows.findLastIndex(({ kind }) => kind === "head");
  const lines = rows.map(({ kind, cells }, row) => {
    const html = cells.map(({ text, columns, rows: rowSpan, indent = 0 }, at) => {
      const tag = kind === "head" ? "th" : "td";
      const spans = `${columns ? ` colspan="${columns}"` : ""}${rowSpan ? ` rowspan="${rowSpan}"` : ""}`;
      const style = indent > 0 ? ` style="padding-left:${indent * 9}pt"` : "";
      const isLed = hasLeaders && at === 0 && (kind === "entry" || kind === "total");
      const body = isLed
        ? `<div class="lead"><span>${escape(text)}</span><span>${" .".repeat(70)}</span></div>`
        : escape(text);
      return `<${tag}${spans}${style}>${body}</${tag}>`;
    });
    return `<tr class="${kind}${row === lastHead ? " lasthead" : ""}">${html.join("")}</tr>`;
  });
  return `<table>${lines.join("\n")}</table>`;
}

function htmlOf({ css, hasLeaders = false }: ReportStyle, parts: readonly ReportPart[]): string {
  const body = parts.map((part) => (typeof part === "string" ? part : tableHtml(part.rows, hasLeaders)));
  return `<!doctype html><meta charset="utf-8"><style>${BASE}${css}</style>${body.join("\n")}`;
}

const folder = mkdtempSync(join(tmpdir(), "precount-reports-"));

function print(html: string): Buffer {
  const [source, target] = [join(folder, "report.html"), join(folder, "report.pdf")];
  writeFileSync(source, html);
  const options = ["--headless", "--no-sandbox", "--no-pdf-header-footer", "--disable-pdf-tagging"];
  execFileSync("chromium", [...options, `--print-to-pdf=${target}`, `file://${source}`], { stdio: "ignore" });
  return readFileSync(target);
}

/** The seed of a style's pages: other styles do not change them. */
const seedOf = (name: string): number => Buffer.from(name).reduce((sum, code) => (sum * 31 + code) % 100_000, 7);

mkdirSync(FOLDER, { recursive: true });
for (const style of REPORT_STYLES) {
  for (let copy = 0; copy < COPIES; copy += 1) {
    const name = `${style.half === "heldOut" ? "h-" : ""}${style.name}-${copy + 1}`;
    if (!name.includes(process.argv[2] ?? "")) continue;
    const parts = style.parts(seededRandom(seedOf(style.name) + copy));
    const pdf = print(htmlOf(style, parts));
    writeFileSync(join(FOLDER, `${name}.pdf`), pdf);
    const pages = Number(
      /Pages:\s+(\d+)/u.exec(execFileSync("pdfinfo", [join(FOLDER, `${name}.pdf`)], { encoding: "utf8" }))?.[1] ?? 1,
    );
    const tables = parts.flatMap((part) => (typeof part === "string" ? [] : [trueCells(part.rows)]));
    const truth: PrintedTruth = { name, printer: "chromium", license: LICENSE, pages, tables };
    writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(truth)}\n`);
    process.stdout.write(`${name} ${pdf.length} bytes, ${pages} pages\n`);
  }
}
