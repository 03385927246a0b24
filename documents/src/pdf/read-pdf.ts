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
  const unknown = pages.filter((page) => hasUnknownLetters(page)).map(({ number }) => number);
  if (unknown.length > 0) {
    const which = `${unknown.length === 1 ? "page" : "pages"} ${formatPageRuns(unknown)}`;
    problems.push(
      `Some characters of ${which} could not be read, because the document does not say which letters they are. Compare the text with the document.`,
    );
  }
  return { kind: "pdf", pages: layOutPages(pages), problems };
}

/** A page with more unknown characters than symbols in lists and formulas have is reported. */
const MIN_UNKNOWN_LETTERS = 10;
const MIN_UNKNOWN_SHARE = 0.05;

function hasUnknownLetters({ words }: PageContent): boolean {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const unknown = words.reduce((sum, { text }) => sum + text.split("\uFFFD").length - 1, 0);
  return unknown >= MIN_UNKNOWN_LETTERS && unknown >= MIN_UNKNOWN_SHARE * letters;
}

async function readOnePage(page: PdfPage, readScannedPage: ReadPdfOptions["readScannedPage"]): Promise<PageContent> {
  const { content, needsRecognition, isSuspect } = readPage(page);
  if (!readScannedPage || !(needsRecognition || isSuspect)) return content;
  const recognized = await readScannedPage(page);
  return needsRecognition || contradicts(recognized.words, content.words) ? recognized : content;
}
