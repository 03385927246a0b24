import { readFile } from "node:fs/promises";
import type { DocumentStructure } from "@precount/domain";
import { layOut } from "../layout/lay-out.ts";
import type { PageMarks } from "../layout/marks.ts";
import { OpenPdf, type PdfPage } from "./open.ts";
import { readPage } from "./read-page.ts";

export interface ReadPdfOptions {
  /** Reads a page that is a picture: scans, and pages whose letters nobody can tell. Without it they stay empty. */
  readPicture?: (page: PdfPage) => Promise<PageMarks>;
  /** Pages beyond are not read, and that is a problem said. */
  mostPages?: number;
}

/** A person counts a shop from some pages; what is longer is something else, and would not end within the time there is. */
const MOST_PAGES = 500;
/** Of a page's paper: a picture that covers so much of it, with next to no text, is a scan. */
const SCAN_AREA = 0.4;
const SCAN_WORDS = 3;
/** Of a page's letters, so many must be known for its text to be worth anything. */
const KNOWN = 0.5;

/** Reads a PDF page by page. Throws DocumentError when it cannot be opened; a page that cannot be read is a problem. */
export async function readPdf(path: string, options: ReadPdfOptions = {}): Promise<DocumentStructure> {
  const { readPicture, mostPages = MOST_PAGES } = options;
  const pdf = await OpenPdf.open(await readFile(path));
  const pages: PageMarks[] = [];
  const problems: string[] = [];
  const count = Math.min(pdf.pageCount, mostPages);
  if (pdf.pageCount > mostPages) {
    problems.push(
      `This PDF has ${pdf.pageCount} pages; only the first ${mostPages} were read. Split it and upload the rest.`,
    );
  }
  for (let number = 1; number <= count; number += 1) {
    try {
      pages.push(await pdf.withPage(number, (page) => marksOf(page, readPicture)));
    } catch {
      problems.push(`Page ${number} could not be read.`);
      pages.push({ number, width: 0, height: 0, source: "empty", words: [], rules: [], pictures: [] });
    }
  }
  return { kind: "pdf", pages: layOut(pages), problems };
}

async function marksOf(page: PdfPage, readPicture: ReadPdfOptions["readPicture"]): Promise<PageMarks> {
  const marks = readPage(page);
  return readPicture && isPicture(marks) ? readPicture(page) : marks;
}

function isPicture({ words, pictures, width, height }: PageMarks): boolean {
  const area = pictures.reduce((sum, place) => sum + place.width * place.height, 0);
  if (words.length <= SCAN_WORDS) return area >= SCAN_AREA * width * height;
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) < KNOWN * letters;
}
