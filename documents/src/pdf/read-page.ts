import type { PagePlace } from "@precount/domain";
import type { PageContent } from "../layout/page-content.ts";
import { coveringGlyphs } from "./covering-comments.ts";
import { type Drawings, MAX_SHAPES, readDrawings } from "./drawings.ts";
import { readGlyphs } from "./glyphs.ts";
import type { Matrix } from "./matrix.ts";
import type { PdfPage } from "./open.ts";
import type { PageFrame } from "./page-frame.ts";
import { uprightFrame } from "./upright-frame.ts";
import { isScrambled } from "./scrambled-text.ts";
import { groupGlyphs } from "./group-glyphs.ts";

export interface PageReading {
  content: PageContent;
  /** The rotation of the displayed page to the frame of the content; null when it is not rotated. */
  turn: Matrix | null;
  /** Whether its text must be recognized: it is in pictures, is drawn, or has unknown characters. */
  needsRecognition: boolean;
  /** Whether its text layer looks like no language, so that it must be compared with the recognized text. */
  isSuspect: boolean;
}

/** A page with almost no text whose pictures cover at least this share is a scan. */
const MIN_SCAN_AREA = 0.4;
const MAX_SCAN_WORDS = 3;
/** A page with this many shapes and no text has drawn letters. */
const MIN_SHAPES = 60;
/** The minimum share of known characters for a usable text layer. */
const MIN_KNOWN_SHARE = 0.5;

/** Reads a page's text layer and drawings, without recognizing text in pictures. */
export function readPage(page: PdfPage): PageReading {
  const glyphs = readGlyphs(page);
  const covering = coveringGlyphs(glyphs, page.comments);
  const own = glyphs.filter((glyph) => !covering.has(glyph));
  const frame = uprightFrame(page, own);
  const words = groupGlyphs(own, frame.toUpright).filter(({ place }) => isOnPage(place, frame));
  const comments = groupGlyphs([...covering], frame.toUpright).filter(({ place }) => isOnPage(place, frame));
  const drawings = readDrawings(page, frame.toUpright);
  const { width, height } = frame;
  const source = words.length > 0 ? "text" : "empty";
  const { rulings, pictures, figures } = drawings;
  const { number } = page;
  const content: PageContent = { number, width, height, source, words, comments, rulings, pictures, figures };
  return {
    content,
    turn: frame.turn,
    needsRecognition: needsRecognition(content, drawings),
    isSuspect: isScrambled(words),
  };
}

/** Whether a place is at least partly on the page. */
const isOnPage = (place: PagePlace, { width, height }: PageFrame): boolean =>
  place.x < width && place.y < height && place.x + place.width > 0 && place.y + place.height > 0;

function needsRecognition({ words, width, height }: PageContent, { pictures, shapes }: Drawings): boolean {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const known = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  if (letters > 0 && known < MIN_KNOWN_SHARE * letters) return true;
  if (words.length > MAX_SCAN_WORDS) return false;
  const area = pictures.reduce((sum, place) => sum + place.width * place.height, 0);
  return area >= MIN_SCAN_AREA * width * height || (shapes >= MIN_SHAPES && shapes < MAX_SHAPES);
}
