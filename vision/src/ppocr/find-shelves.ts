import type { Box } from "@precount/domain";
import { confidenceOf, textOf } from "@precount/ocr";
import { corners, toBoxFrame } from "@precount/photos";
import type { ReadLine } from "./find-stickers.ts";

export interface FoundShelfTag {
  code: string;
  /** Mean probability of the code's digits, 0–1. */
  confidence: number;
  /** The text detector's confidence in the line, 0–1. */
  score: number;
  /** The vertical extent of the tag's text, pixels. */
  top: number;
  bottom: number;
}

/** The least height of a tag's number, as a share of the photo's long edge. Counts and prices on packages are smaller. */
const MIN_HEIGHT = 0.025;

/** Takes a number with the word SHELF, or a large number of two digits that starts with 0, for a shelf tag. */
export function findShelves(longEdgePx: number, lines: readonly ReadLine[], stickers: readonly Box[]): FoundShelfTag[] {
  return lines.flatMap(({ line, reading }) => {
    const text = textOf(reading.glyphs).trim();
    const withWord = /^SHELF\W*(\d{1,3})$/i.exec(text);
    const code = withWord?.[1] ?? /^\d{1,3}$/.exec(text)?.[0];
    if (!code || stickers.some((sticker) => containsCenter(sticker, line))) return [];
    const word = lines.find((candidate) => isWordAbove(candidate, line))?.line;
    const isLarge = /^0\d$/.test(code) && line.height >= MIN_HEIGHT * longEdgePx;
    if (!withWord && !word && !isLarge) return [];
    const ys = [...corners(line), ...(word ? corners(word) : [])].map(({ y }) => y);
    const extent = { top: Math.min(...ys), bottom: Math.max(...ys) };
    return { code, confidence: confidenceOf(reading.glyphs), score: line.score, ...extent };
  });
}

function containsCenter(box: Box, inner: Box): boolean {
  const at = toBoxFrame(box, { x: inner.cx, y: inner.cy });
  return Math.abs(at.x) < box.width / 2 && Math.abs(at.y) < box.height / 2;
}

/** Whether the line is the word SHELF just above the number. */
function isWordAbove({ line, reading }: ReadLine, number: Box): boolean {
  if (!/^SHE[L1I]F\W*$/i.test(textOf(reading.glyphs).trim())) return false;
  const at = toBoxFrame(number, { x: line.cx, y: line.cy });
  return at.y < 0 && at.y > -1.6 * number.height && Math.abs(at.x) < Math.max(number.width, line.width);
}
