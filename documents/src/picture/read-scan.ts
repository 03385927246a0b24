import type { PageMarks, Rule } from "../layout/marks.ts";
import type { PdfPage } from "../pdf/open.ts";
import { readPicture } from "./read-picture.ts";
import { renderPage } from "./render-page.ts";
import { textReader } from "./text-reader.ts";

/** Small print is 7 points: 21 pixels at this. */
const DOTS_PER_INCH = 220;

export interface ScanReader {
  /** What stands on a page that is a picture, in points of the page set straight; nothing when there is no time left. */
  readPicture: (page: PdfPage) => Promise<PageMarks>;
  /** Which pages were left unread, for a person. */
  problems: () => string[];
}

/** Reads scanned pages until `until` (as performance.now() has it): a page is not begun after that. */
export function scanReader(until: number): ScanReader {
  const unread: number[] = [];
  return {
    readPicture: async (page) => {
      if (performance.now() < until) return readScan(page);
      unread.push(page.number);
      const { number, width, height } = page;
      return { number, width, height, source: "empty", words: [], rules: [], pictures: [] };
    },
    problems: () => (unread.length === 0 ? [] : [unreadText(unread)]),
  };
}

function unreadText(pages: readonly number[]): string {
  const [first, ...others] = pages;
  if (others.length === 0) return `Page ${first} is a picture and was not read within the time limit.`;
  return `Pages ${runsOf(pages)} are pictures and were not read within the time limit. Split the document and upload the rest.`;
}

/** `12–40, 42`. */
function runsOf(pages: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last && page === last.to + 1) last.to = page;
    else runs.push({ from: page, to: page });
  }
  return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}

async function readScan(page: PdfPage): Promise<PageMarks> {
  const picture = renderPage(page, DOTS_PER_INCH);
  const { marks } = await readPicture(picture, await textReader(), true);
  return inPoints(marks, page);
}

function inPoints(marks: PageMarks, { number, width, height }: PdfPage): PageMarks {
  const factor = width / marks.width;
  return {
    ...marks,
    number,
    width,
    height,
    words: marks.words.map(({ place, fontSize, ...word }) => ({
      ...word,
      ...(fontSize === undefined ? {} : { fontSize: fontSize * factor }),
      place: { x: place.x * factor, y: place.y * factor, width: place.width * factor, height: place.height * factor },
    })),
    rules: marks.rules.map(({ x1, y1, x2, y2 }): Rule => ({
      x1: x1 * factor,
      y1: y1 * factor,
      x2: x2 * factor,
      y2: y2 * factor,
    })),
  };
}
