import { type Box, corners, toBox } from "../image/box.ts";
import type { Pixels } from "../image/rectify.ts";
import { confidenceOf, textOf } from "./ctc.ts";
import type { ReadLine } from "./find-stickers.ts";
import { findPaper } from "./paper.ts";

export interface ShelfTag {
  code: string;
  confidence: number;
  score: number;
  /** The tag's upper and lower edge, photo pixels. */
  top: number;
  bottom: number;
}

/** A tag's number is no smaller, in parts of the photo's longer edge; counts and prices on packs are. */
const LEAST_HEIGHT = 0.025;
/** Lines are found grown beyond their print; a tag ends just beyond its number, so the growth is taken back. */
const CORE = 0.84;
const REACH = { sideWidths: 1.2, upHeights: 1.4, downHeights: 1.1 };

/** Shelf tags: a number under the word SHELF, or a large one of two digits alone on a squarish tag. */
export function findShelves(picture: Pixels, lines: readonly ReadLine[], stickers: readonly Box[]): ShelfTag[] {
  const longEdge = Math.max(picture.width, picture.height);
  return lines.flatMap(({ line, reading }): ShelfTag[] => {
    const text = textOf(reading.glyphs).normalize("NFKC").trim();
    const oneLine = /^SHELF\W*(\d{1,3})$/i.exec(text);
    const alone = /^\d{1,3}$/.exec(text);
    const code = oneLine?.[1] ?? alone?.[0];
    if (!code || stickers.some((sticker) => contains(sticker, line))) return [];
    const word = lines.find((other) => isWordAbove(other, line));
    const large = line.height >= LEAST_HEIGHT * longEdge && code.length === 2;
    if (!oneLine && !word && !large) return [];
    const core = { ...line, width: line.width * CORE, height: line.height * CORE };
    const paper = findPaper(picture, core, REACH);
    const squarish = paper && paper.box.width < 2.2 * paper.box.height && paper.box.height < 2.6 * line.height;
    // With neither the word nor a tag's shape around it, it is a number on a pack.
    if (!oneLine && !word && !squarish) return [];
    const confidence = confidenceOf(reading.glyphs);
    return [{ code, confidence, score: line.score, ...extent(squarish ? paper.box : line, word?.line) }];
  });
}

const contains = (box: Box, inner: Box): boolean => {
  const at = toBox(box, { x: inner.cx, y: inner.cy });
  return Math.abs(at.x) < box.width / 2 && Math.abs(at.y) < box.height / 2;
};

/** 'SHELF' just above the number. */
function isWordAbove({ line: word, reading }: ReadLine, number: Box): boolean {
  if (!/^SHE[L1I]F\W*$/i.test(textOf(reading.glyphs).trim())) return false;
  const at = toBox(number, { x: word.cx, y: word.cy });
  return at.y < 0 && at.y > -1.6 * number.height && Math.abs(at.x) < Math.max(number.width, word.width);
}

function extent(box: Box, word: Box | undefined): { top: number; bottom: number } {
  const ys = [...corners(box), ...(word ? corners(word) : [])].map(({ y }) => y);
  return { top: Math.min(...ys), bottom: Math.max(...ys) };
}
