import { type OrientationOverride, orientSize } from "@precount/domain";
import { type Pixels, applyOrientation } from "@precount/photos";
import sharp from "sharp";
import type { PageContent, Ruling } from "../layout/page-content.ts";
import { formatPageRuns } from "../format-page-runs.ts";
import type { PdfPage } from "../pdf/open.ts";
import type { RecognizedPage } from "../pdf/read-pdf.ts";
import { readImage } from "./read-image.ts";
import { renderPage } from "./render-page.ts";
import { textReader } from "./shared-text-reader.ts";

/** At this resolution, small print of 7 points is 21 pixels high. */
const DOTS_PER_INCH = 220;

export interface ScanReader {
  /** Reads a scanned page, in points of the straightened page. Returns an empty page when the time is up. */
  readScannedPage: (page: PdfPage) => Promise<RecognizedPage>;
  /** Messages about pages that were not read in time. */
  problems: () => string[];
}

/**
 * Reads scanned pages until `until`, in milliseconds of performance.now(). It starts no page after that.
 * @param orientation the rotation of each page before it is read, because a scan does not contain its own
 */
export function createScanReader(until: number, orientation: OrientationOverride = "none"): ScanReader {
  const unread: number[] = [];
  return {
    readScannedPage: async (page) => {
      if (performance.now() < until) return readScan(page, orientation);
      unread.push(page.number);
      const { number, width, height } = page;
      const content = { number, width, height, source: "empty" as const, words: [], rulings: [], pictures: [] };
      return { content, image: null };
    },
    problems: () => (unread.length === 0 ? [] : [unreadMessage(unread)]),
  };
}

function unreadMessage(pages: readonly number[]): string {
  const [first, ...others] = pages;
  if (others.length === 0)
    return `Page ${first} is an image and was not read within the time limit. Upload it as a document of its own.`;
  return `Pages ${formatPageRuns(pages)} are images and were not read within the time limit. Split the document and upload the rest.`;
}

async function readScan(page: PdfPage, orientation: OrientationOverride): Promise<RecognizedPage> {
  const { image, size } = await rotate(renderPage(page, DOTS_PER_INCH), page, orientation);
  const options = { isPage: true, mayTurn: orientation === "none" };
  const { content, image: straight } = await readImage(image, await textReader(), options);
  // A sideways page was turned.
  const isTurned = content.width > content.height !== size.width > size.height;
  const { width, height } = isTurned ? { width: size.height, height: size.width } : size;
  return { content: toPoints(content, { number: page.number, width, height }), image: straight };
}

interface Size {
  width: number;
  height: number;
}

async function rotate(
  image: Pixels,
  { width, height }: Size,
  orientation: OrientationOverride,
): Promise<{ image: Pixels; size: Size }> {
  if (orientation === "none") return { image, size: { width, height } };
  const raw = { width: image.width, height: image.height, channels: 3 as const };
  const { data, info } = await applyOrientation(sharp(image.data, { raw }), orientation)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = orientSize({ width, height }, orientation);
  return { image: { data, width: info.width, height: info.height }, size };
}

function toPoints(content: PageContent, { number, width, height }: Size & { number: number }): PageContent {
  const factor = width / content.width;
  return {
    ...content,
    number,
    width,
    height,
    words: content.words.map(({ place, fontSize, ...word }) => ({
      ...word,
      ...(fontSize === undefined ? {} : { fontSize: fontSize * factor }),
      place: { x: place.x * factor, y: place.y * factor, width: place.width * factor, height: place.height * factor },
    })),
    rulings: content.rulings.map(({ x1, y1, x2, y2 }): Ruling => ({
      x1: x1 * factor,
      y1: y1 * factor,
      x2: x2 * factor,
      y2: y2 * factor,
    })),
  };
}
