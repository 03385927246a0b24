import { readFile } from "node:fs/promises";
import type { DocumentStructure } from "@precount/domain";
import { DocumentError } from "../document-error.ts";
import { layOutPages } from "../layout/lay-out.ts";
import type { PageContent } from "../layout/page-content.ts";
import { formatPageRuns } from "../format-page-runs.ts";
import { OpenPdf, type PdfPage } from "./open.ts";
import { readPage } from "./read-page.ts";
import { contradicts } from "./scrambled-text.ts";

export interface ReadPdfOptions {
  /** Recognizes the text of a page without a usable text layer, such as a scan. Without it, such pages stay empty. */
  readScannedPage?: (page: PdfPage) => Promise<PageContent>;
  /** The maximum number of pages to read; more pages are reported as a problem. */
  maxPages?: number;
}

/** Documents of a shop have few pages. Longer ones would exceed the time limit. */
const MAX_PAGES = 500;
/** No page is started after this time, so that a slow document gives a partial result instead of an error. */
const MAX_MS = 40_000;

/** Reads a PDF page by page. Throws DocumentError when it cannot be opened; an unreadable page is reported as a problem. */
export async function readPdf(path: string, options: ReadPdfOptions = {}): Promise<DocumentStructure> {
  const { readScannedPage, maxPages = MAX_PAGES } = options;
  const pdf = await OpenPdf.open(await readFile(path));
  if (pdf.pageCount === 0) throw new DocumentError("This PDF has no pages.");
  const pages: PageContent[] = [];
  const problems: string[] = [];
  const broken: number[] = [];
  const count = Math.min(pdf.pageCount, maxPages);
  if (pdf.pageCount > maxPages) {
    problems.push(
      `This PDF has ${pdf.pageCount} pages; only the first ${maxPages} were read. Split it and upload the rest.`,
    );
  }
  const deadline = performance.now() + MAX_MS;
  for (let number = 1; number <= count; number += 1) {
    if (performance.now() > deadline) {
      problems.push(
        `Only the first ${number - 1} pages were read within the time limit. Split it and upload the rest.`,
      );
      break;
    }
    try {
      pages.push(await pdf.withPage(number, (page) => readOnePage(page, readScannedPage)));
    } catch {
      broken.push(number);
      pages.push({ number, width: 0, height: 0, source: "empty", words: [], rulings: [], pictures: [] });
    }
  }
  if (broken.length > 0) {
    const which = `${broken.length === 1 ? "Page" : "Pages"} ${formatPageRuns(broken)}`;
    problems.push(`${which} could not be read: damaged, or too much for one page.`);
  }
  return { kind: "pdf", pages: layOutPages(pages), problems };
}

async function readOnePage(page: PdfPage, readScannedPage: ReadPdfOptions["readScannedPage"]): Promise<PageContent> {
  const { content, needsRecognition, isSuspect } = readPage(page);
  if (!readScannedPage || !(needsRecognition || isSuspect)) return content;
  const recognized = await readScannedPage(page);
  return needsRecognition || contradicts(recognized.words, content.words) ? recognized : content;
}
