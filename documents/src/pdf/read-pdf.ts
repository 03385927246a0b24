import { readFile } from "node:fs/promises";
import type { DocumentStructure } from "@precount/domain";
import { DocumentError } from "../document-error.ts";
import { layOut } from "../layout/lay-out.ts";
import type { PageMarks } from "../layout/marks.ts";
import { pageRuns } from "../page-runs.ts";
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
/** Pages are not begun after that: what was read by then is worth more than an error about all. */
const MOST_MS = 40_000;

/** Reads a PDF page by page. Throws DocumentError when it cannot be opened; a page that cannot be read is a problem. */
export async function readPdf(path: string, options: ReadPdfOptions = {}): Promise<DocumentStructure> {
  const { readPicture, mostPages = MOST_PAGES } = options;
  const pdf = await OpenPdf.open(await readFile(path));
  if (pdf.pageCount === 0) throw new DocumentError("This PDF has no pages.");
  const pages: PageMarks[] = [];
  const problems: string[] = [];
  const broken: number[] = [];
  const count = Math.min(pdf.pageCount, mostPages);
  if (pdf.pageCount > mostPages) {
    problems.push(
      `This PDF has ${pdf.pageCount} pages; only the first ${mostPages} were read. Split it and upload the rest.`,
    );
  }
  const until = performance.now() + MOST_MS;
  for (let number = 1; number <= count; number += 1) {
    if (performance.now() > until) {
      problems.push(
        `Only the first ${number - 1} pages were read within the time limit. Split it and upload the rest.`,
      );
      break;
    }
    try {
      pages.push(await pdf.withPage(number, (page) => marksOf(page, readPicture)));
    } catch {
      broken.push(number);
      pages.push({ number, width: 0, height: 0, source: "empty", words: [], rules: [], pictures: [] });
    }
  }
  if (broken.length > 0) {
    const which = `${broken.length === 1 ? "Page" : "Pages"} ${pageRuns(broken)}`;
    problems.push(`${which} could not be read: damaged, or too much for one page.`);
  }
  return { kind: "pdf", pages: layOut(pages), problems };
}

async function marksOf(page: PdfPage, readPicture: ReadPdfOptions["readPicture"]): Promise<PageMarks> {
  const { marks, isPicture } = readPage(page);
  return readPicture && isPicture ? readPicture(page) : marks;
}
