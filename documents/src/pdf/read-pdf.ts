import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { DocumentStructure } from "@precount/domain";
import { DocumentError, type Failure, failureMessage } from "../document-error.ts";
import { layOutPages } from "../layout/lay-out.ts";
import type { PageContent } from "../layout/page-content.ts";
import { formatPageRuns } from "../format-page-runs.ts";
import type { Pixels } from "@precount/photos";
import { renderUpright } from "../image/render-page.ts";
import { OpenPdf, type PdfPage } from "./open.ts";
import { type PageReading, readPage } from "./read-page.ts";
import { contradicts } from "./scrambled-text.ts";

export interface ReadPdfOptions {
  /** Recognizes the text of a page without a usable text layer, such as a scan. Without it, such pages stay empty. */
  readScannedPage?: (page: PdfPage) => Promise<RecognizedPage>;
  /** The maximum number of pages to read; more pages are reported as a problem. */
  maxPages?: number;
  /** Whether the time limit grows with the number of pages. Without it, it is 40 s. */
  growsWithPages?: boolean;
  /** Called before a page is read. */
  onPage?: (page: number, pageCount: number) => void;
  /** Stores a page that was read with its picture, in the frame of its places. */
  savePage?: (page: PageContent, picture: Pixels) => Promise<void>;
  /** Ends the reading before the next page. */
  stopSignal?: AbortSignal;
}

/** A page whose text was recognized, and the straightened image in which its places are. */
export interface RecognizedPage {
  content: PageContent;
  /** Null for a page that was not read or has no text. */
  image: Pixels | null;
}

const NO_PAGES: Failure = {
  happened: "This PDF has no pages.",
  toDo: "Save it again from the program that made it and upload it again.",
};
const INCOMPLETE: Failure = {
  happened: "The end of this PDF is missing, so parts of its pages may be missing too.",
  toDo: "Compare the text with the document, or save it again from the program that made it and upload it again.",
};
const REPRINT = "Print the document as a new PDF and upload that.";
const READ_ALL = "Press Retry to read all pages.";

/** Documents of a shop have few pages. */
const MAX_PAGES = 500;
/** No page is started after this time, so that a slow document gives a partial result instead of an error. */
const MAX_MS = 40_000;
/** Added for each page. A dense scanned page takes 8 s on a slow core under load. */
const MS_PER_PAGE = 20_000;
/** The resolution of the pictures of text pages: small print stays readable, and a page is rendered in a few hundredths of a second. */
const PICTURE_DPI = 110;

/** Reads a PDF page by page. Throws DocumentError when it cannot be opened; an unreadable page is reported as a problem. */
export async function readPdf(path: string, options: ReadPdfOptions = {}): Promise<DocumentStructure> {
  const { maxPages = MAX_PAGES } = options;
  const pdf = await OpenPdf.open(await readFile(path));
  if (pdf.pageCount === 0) throw new DocumentError(NO_PAGES);
  const pages: PageContent[] = [];
  const problems: string[] = [];
  const broken: number[] = [];
  const count = Math.min(pdf.pageCount, maxPages);
  if (pdf.pageCount > maxPages) {
    problems.push(
      `This PDF has ${pdf.pageCount} pages; only the first ${maxPages} were read. Split it and upload the rest.`,
    );
  }
  if (pdf.isIncomplete) problems.push(failureMessage(INCOMPLETE));
  const deadline = performance.now() + MAX_MS + (options.growsWithPages ? count * MS_PER_PAGE : 0);
  for (let number = 1; number <= count; number += 1) {
    // Messages from the parent arrive between pages.
    await setImmediate();
    if (options.stopSignal?.aborted) {
      problems.push(canceledMessage(number - 1, count));
      break;
    }
    options.onPage?.(number, count);
    if (performance.now() > deadline) {
      problems.push(
        `Only the first ${number - 1} pages were read within the time limit. Split it and upload the rest.`,
      );
      break;
    }
    try {
      pages.push(await pdf.withPage(number, (page) => readOnePage(page, options)));
    } catch (error) {
      // A full disk is no property of the page.
      if (error instanceof Error && "syscall" in error) throw error;
      broken.push(number);
      pages.push({ number, width: 0, height: 0, source: "empty", words: [], rulings: [], pictures: [] });
    }
  }
  if (broken.length > 0) {
    const which = `${broken.length === 1 ? "Page" : "Pages"} ${formatPageRuns(broken)}`;
    problems.push(`${which} could not be read: damaged, or too much for one page. ${REPRINT}`);
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

function canceledMessage(read: number, count: number): string {
  const kept =
    read === 1 ? `Page 1 was read and is kept. ${READ_ALL}` : `Pages 1–${read} were read and are kept. ${READ_ALL}`;
  return read === 0
    ? "Canceled before a page was read. Press Retry to read it."
    : `Canceled after page ${read} of ${count}. ${kept}`;
}

async function readOnePage(page: PdfPage, { readScannedPage, savePage }: ReadPdfOptions): Promise<PageContent> {
  const reading = readPage(page);
  const { content, image } = await recognize(page, reading, readScannedPage);
  if (!savePage) return content;
  const turn = content === reading.content ? reading.turn : null;
  await savePage(content, image ?? renderUpright(page, { ...content, turn }, PICTURE_DPI));
  return content;
}

/** Reads the page as an image if its text layer is not usable. */
async function recognize(
  page: PdfPage,
  { content, needsRecognition, isSuspect }: PageReading,
  readScannedPage: ReadPdfOptions["readScannedPage"],
): Promise<RecognizedPage> {
  if (!readScannedPage || !(needsRecognition || isSuspect)) return { content, image: null };
  const recognized = await readScannedPage(page);
  const isBetter = needsRecognition || contradicts(recognized.content.words, content.words);
  return isBetter ? recognized : { content, image: null };
}
