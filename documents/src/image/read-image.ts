import type { TextReader } from "@precount/ocr";
import type { Pixels } from "@precount/photos";
import { confidenceOf } from "../layout/lines.ts";
import type { PageContent } from "../layout/page-content.ts";
import { findLines } from "./find-lines.ts";
import { toGray } from "./gray.ts";
import { segmentBox, splitIntoSegments } from "./text-segments.ts";
import { findRulings, keepPrintedRulings } from "./find-rulings.ts";
import { findPitch } from "./pitch.ts";
import { type StraightenOptions, straighten } from "./straighten.ts";
import { turn } from "./turn-upright.ts";
import { medianGap, splitIntoWords } from "./split-words.ts";

/** Text that is upside down or sideways is read with a lower mean confidence. With fewer words, the mean says little. */
const MIN_UPRIGHT_CONFIDENCE = 0.7;
const MIN_WORDS = 4;

/** The content of an image, and the straightened image; null when there is no text. */
interface ReadImage {
  content: PageContent;
  image: Pixels | null;
}

/**
 * Straightens an image of print and reads its text and drawn lines. With `isPage` the image is a whole scanned page and keeps
 * its frame; otherwise it is a photo, which is cropped to its print. With `mayTurn` it is turned if it is sideways or upside
 * down. Places are in pixels of the straightened image.
 */
export async function readImage(image: Pixels, reader: TextReader, options: StraightenOptions): Promise<ReadImage> {
  const read = await readTurned(image, reader, options);
  const { content } = read;
  const confidence = confidenceOf(content.words);
  if (!options.mayTurn || content.words.length < MIN_WORDS || confidence >= MIN_UPRIGHT_CONFIDENCE) return read;
  let best = { ...read, confidence };
  for (const by of ["rotate180", "rotate90CW", "rotate270CW"] as const) {
    if (best.confidence >= MIN_UPRIGHT_CONFIDENCE) break;
    // The turn is given, so that a wrongly recognized direction is not repeated.
    const other = await readTurned(await turn(image, by), reader, { ...options, mayTurn: false });
    const { words } = other.content;
    if (confidenceOf(words) > best.confidence && words.length >= MIN_WORDS)
      best = { ...other, confidence: confidenceOf(words) };
  }
  return { content: best.content, image: best.image };
}

async function readTurned(image: Pixels, reader: TextReader, options: StraightenOptions): Promise<ReadImage> {
  const straight = await straighten(image, reader, options);
  if (!straight) {
    const { width, height } = image;
    const content = { number: 1, width, height, source: "empty" as const, words: [], rulings: [], pictures: [] };
    return { content, image: null };
  }
  const { width, height } = straight.image;
  const gray = toGray(straight.image);
  const lines = await findLines(reader, straight.image, straight.lineHeight);
  const rulings = keepPrintedRulings(findRulings(gray, straight.lineHeight), lines);
  const segments = splitIntoSegments(gray, lines, rulings);
  const texts = await reader.readBoxes(
    straight.image,
    segments.map((segment) => segmentBox(segment)),
  );
  const gap = medianGap(segments);
  const pitch = findPitch(segments);
  const words = segments.flatMap((segment, i) => {
    const text = texts[i];
    return text ? splitIntoWords(segment, text, gap, pitch) : [];
  });
  const content = { number: 1, width, height, source: "picture" as const, words, rulings, pictures: [] };
  return { content, image: straight.image };
}
