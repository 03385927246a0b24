import type { PageMarks } from "../layout/marks.ts";
import { readDrawings } from "./drawings.ts";
import { readGlyphs } from "./glyphs.ts";
import type { PdfPage } from "./open.ts";
import { uprightFrame } from "./upright.ts";
import { wordsOf } from "./words.ts";

/** What the page itself says, without a look at its pictures. */
export function readPage(page: PdfPage): PageMarks {
  const glyphs = readGlyphs(page);
  const { width, height, toUpright } = uprightFrame(page, glyphs);
  const words = wordsOf(glyphs, toUpright).filter(({ place }) => isOn(place, width, height));
  const { rules, pictures } = readDrawings(page, toUpright);
  const source = words.length > 0 ? "text" : "empty";
  return { number: page.number, width, height, source, words, rules, pictures };
}

/** What lies beyond the paper's edge is printed nowhere. */
const isOn = (place: { x: number; y: number; width: number; height: number }, width: number, height: number): boolean =>
  place.x < width && place.y < height && place.x + place.width > 0 && place.y + place.height > 0;
