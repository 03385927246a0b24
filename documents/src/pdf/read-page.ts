import type { PagePlace } from "@precount/domain";
import type { PageMarks } from "../layout/marks.ts";
import { type Drawings, MOST_SHAPES, readDrawings } from "./drawings.ts";
import { readGlyphs } from "./glyphs.ts";
import type { PdfPage } from "./open.ts";
import type { PageFrame } from "./page-frame.ts";
import { uprightFrame } from "./upright.ts";
import { wordsOf } from "./words.ts";

export interface PageSays {
  marks: PageMarks;
  /** Its text is in its pictures, or its letters cannot be told: one must look at it. */
  isPicture: boolean;
}

/** Of a page's paper: a picture that covers so much of it, with next to no text, is a scan. */
const SCAN_AREA = 0.4;
const FEW_WORDS = 3;
/** So many shapes and no text: the letters are drawn. */
const MANY_SHAPES = 60;
/** Of a page's letters, so many must be known for its text to be worth anything. */
const KNOWN = 0.5;

/** What the page itself says, without a look at its pictures. */
export function readPage(page: PdfPage): PageSays {
  const glyphs = readGlyphs(page);
  const frame = uprightFrame(page, glyphs);
  const words = wordsOf(glyphs, frame.toUpright).filter(({ place }) => isOn(place, frame));
  const drawings = readDrawings(page, frame.toUpright);
  const { width, height } = frame;
  const source = words.length > 0 ? "text" : "empty";
  const { rules, pictures } = drawings;
  const marks: PageMarks = { number: page.number, width, height, source, words, rules, pictures };
  return { marks, isPicture: isPicture(marks, drawings) };
}

/** What lies beyond the paper's edge is printed nowhere. */
const isOn = (place: PagePlace, { width, height }: PageFrame): boolean =>
  place.x < width && place.y < height && place.x + place.width > 0 && place.y + place.height > 0;

function isPicture({ words, width, height }: PageMarks, { pictures, shapes }: Drawings): boolean {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const known = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  if (letters > 0 && known < KNOWN * letters) return true;
  if (words.length > FEW_WORDS) return false;
  const area = pictures.reduce((sum, place) => sum + place.width * place.height, 0);
  return area >= SCAN_AREA * width * height || (shapes >= MANY_SHAPES && shapes < MOST_SHAPES);
}
