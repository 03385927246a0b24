import type { Rotation } from "@precount/domain";
import type { Pixels } from "@precount/photos";
import sharp from "sharp";
import type { PageMarks, Rule } from "../layout/marks.ts";
import { pageRuns } from "../page-runs.ts";
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

/**
 * Reads scanned pages until `until` (as performance.now() has it): a page is not begun after that.
 * @param orientation how each is turned before: a scan that lies on its side says nothing of it
 */
export function scanReader(until: number, orientation: Rotation = "none"): ScanReader {
  const unread: number[] = [];
  return {
    readPicture: async (page) => {
      if (performance.now() < until) return readScan(page, orientation);
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
  return `Pages ${pageRuns(pages)} are pictures and were not read within the time limit. Split the document and upload the rest.`;
}

async function readScan(page: PdfPage, orientation: Rotation): Promise<PageMarks> {
  const { picture, size } = await turned(renderPage(page, DOTS_PER_INCH), page, orientation);
  const marks = await readPicture(picture, await textReader(), true);
  return inPoints(marks, { number: page.number, ...size });
}

interface Size {
  width: number;
  height: number;
}

const CLOCKWISE: Record<Exclude<Rotation, "none">, number> = { rotate90CW: 90, rotate180: 180, rotate270CW: 270 };

async function turned(
  picture: Pixels,
  { width, height }: Size,
  orientation: Rotation,
): Promise<{ picture: Pixels; size: Size }> {
  if (orientation === "none") return { picture, size: { width, height } };
  const raw = { width: picture.width, height: picture.height, channels: 3 as const };
  const { data, info } = await sharp(picture.data, { raw })
    .rotate(CLOCKWISE[orientation])
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = orientation === "rotate180" ? { width, height } : { width: height, height: width };
  return { picture: { data, width: info.width, height: info.height }, size };
}

function inPoints(marks: PageMarks, { number, width, height }: Size & { number: number }): PageMarks {
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
