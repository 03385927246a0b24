import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import Pdf from "pdfkit";
import type { DocumentStructure } from "@precount/domain";
import { readDocument } from "../../read-document.ts";
import type { Half } from "../photographed/tables.ts";
import { type CharacterErrors, characterErrors, rowsOf } from "./character-errors.ts";
import { type LanguagePage, languagePages } from "./language-pages.ts";

export interface LanguageFigure extends Pick<LanguagePage, "name" | "language" | "kind" | "lines">, CharacterErrors {
  /** The text that was read, row by row. */
  rows: string[];
  elapsedMs: number;
}

const A4_PT = { width: 595, height: 842 };

/** Reads the pages of one half and draw whose names contain `only`, and counts the wrong letters. Writes the pages to `folder`. */
export async function scoreLanguages(half: Half, folder: string, only = "", draw = 0): Promise<LanguageFigure[]> {
  const figures: LanguageFigure[] = [];
  for (const page of languagePages(half, draw).filter(({ name }) => name.includes(only))) {
    const { name, language, kind, lines } = page;
    const image = await page.file();
    const startedAt = performance.now();
    const structure = await readPage(kind, image, folder);
    const elapsedMs = Math.round(performance.now() - startedAt);
    figures.push({
      name,
      language,
      kind,
      lines,
      elapsedMs,
      ...characterErrors(lines, structure),
      rows: rowsOf(structure),
    });
  }
  return figures;
}

/** A photo is read as it is, a scan as the page of a PDF. */
async function readPage(kind: LanguagePage["kind"], image: Buffer, folder: string): Promise<DocumentStructure> {
  const path = join(folder, kind === "scan" ? "page.pdf" : "page.jpg");
  await writeFile(path, kind === "scan" ? await pdfOf(image) : image);
  return readDocument(path, kind === "scan" ? "pdf" : "picture", { orientation: "none" });
}

async function pdfOf(image: Buffer): Promise<Buffer> {
  const pdf = new Pdf({ size: [A4_PT.width, A4_PT.height], margin: 0 });
  pdf.image(image, 0, 0, { width: A4_PT.width });
  pdf.end();
  return buffer(pdf);
}
