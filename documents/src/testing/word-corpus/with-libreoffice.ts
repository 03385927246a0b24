import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { WordPart, WordTable } from "./spec.ts";

const run = promisify(execFile);

/**
 * Writes parts as Word documents with LibreOffice from HTML, as a second kind of writer.
 * @param folder an empty folder, which also holds LibreOffice's profile
 */
export async function writeWithLibreOffice(
  folder: string,
  documents: readonly (readonly WordPart[])[],
): Promise<Uint8Array[]> {
  const paths = documents.map((_, at) => join(folder, `${at}.html`));
  for (const [at, parts] of documents.entries()) await writeFile(paths[at] ?? "", htmlOf(parts));
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const filters = ["--infilter=HTML (StarWriter)", "--convert-to", "docx:MS Word 2007 XML"];
  await run("soffice", [profile, "--headless", ...filters, "--outdir", folder, ...paths], { timeout: 120_000 });
  return Promise.all(documents.map((_, at) => readFile(join(folder, `${at}.docx`))));
}

/** LibreOffice writes the same bullet and numbers at every depth of an HTML list. */
export const libreOfficeMarker = (kind: "numbers" | "bullets", _: number, n: number): string =>
  kind === "bullets" ? "•" : `${n}.`;

const htmlOf = (parts: readonly WordPart[]): string =>
  `<!doctype html><html><head><meta charset="utf-8"></head><body>${parts.map(partOf).join("\n")}</body></html>`;

function partOf(part: WordPart): string {
  if ("heading" in part) return `<h${part.level}>${part.heading}</h${part.level}>`;
  if ("lines" in part) return `<p>${part.lines.join("<br>")}</p>`;
  return "table" in part ? tableOf(part.table) : listOf(part.list === "numbers" ? "ol" : "ul", part.items, 0);
}

function listOf(tag: string, items: readonly { depth: number; text: string }[], depth: number): string {
  let html = "";
  for (let at = 0; at < items.length;) {
    const after = items.findIndex((item, other) => other > at && item.depth <= depth);
    const inner = items.slice(at + 1, after < 0 ? items.length : after);
    html += `<li>${items[at]?.text}${inner.length > 0 ? listOf(tag, inner, depth + 1) : ""}</li>`;
    at += 1 + inner.length;
  }
  return `<${tag}>${html}</${tag}>`;
}

function tableOf({ rows, headerRows, cells }: WordTable): string {
  const line = (row: number) =>
    `<tr>${cells
      .filter((cell) => cell.row === row)
      .map(
        ({ rowSpan, columnSpan, lines, inner }) =>
          `<td rowspan="${rowSpan}" colspan="${columnSpan}">${lines.map((text) => `<p>${text}</p>`).join("")}${inner ? tableOf(inner) : ""}</td>`,
      )
      .join("")}</tr>`;
  const all = Array.from({ length: rows }, (_, row) => line(row));
  return `<table border="1"><thead>${all.slice(0, headerRows).join("")}</thead><tbody>${all.slice(headerRows).join("")}</tbody></table>`;
}
