import type { Box } from "@precount/domain";
import { confidenceOf, textOf } from "@precount/ocr";
import { corners, type Pixels, toBox } from "@precount/photos";
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
/** Numbers of neighbouring shelves differ by no more. */
const MOST_STEP = 4;
const REACH = { sideWidths: 1.2, upHeights: 1.4, downHeights: 1.1 };

interface Candidate extends ShelfTag {
  /** Beyond doubt by itself: the word SHELF, or a leading zero on a squarish tag. */
  certain: boolean;
  squarish: boolean;
  line: Box;
}

/**
 * Shelf tags: a number under the word SHELF, or a large one of two digits alone on a squarish tag. Shelves of
 * one photo are numbered in a row, so a doubtful number far from the certain ones is something else.
 */
export function findShelves(picture: Pixels, lines: readonly ReadLine[], stickers: readonly Box[]): ShelfTag[] {
  const candidates = lines.flatMap((read) => toCandidate(picture, read, lines, stickers) ?? []);
  const certain = candidates.filter((tag) => tag.certain || candidates.some((other) => isNextInColumn(tag, other)));
  const fits = ({ code, squarish }: Candidate) =>
    certain.length > 0 ? certain.some((other) => Math.abs(Number(other.code) - Number(code)) <= MOST_STEP) : squarish;
  return candidates.filter((tag) => certain.includes(tag) || fits(tag));
}

function toCandidate(
  picture: Pixels,
  { line, reading }: ReadLine,
  lines: readonly ReadLine[],
  stickers: readonly Box[],
): Candidate | null {
  const text = textOf(reading.glyphs).normalize("NFKC").trim();
  const oneLine = /^SHELF\W*(\d{1,3})$/i.exec(text);
  const code = oneLine?.[1] ?? /^\d{1,3}$/.exec(text)?.[0];
  if (!code || stickers.some((sticker) => contains(sticker, line))) return null;
  const word = lines.find((other) => isWordAbove(other, line));
  const named = oneLine !== null || word !== undefined;
  const large = code.length === 2 && line.height >= LEAST_HEIGHT * Math.max(picture.width, picture.height);
  if (!named && !large) return null;
  const core = { ...line, width: line.width * CORE, height: line.height * CORE };
  const paper = findPaper(picture, core, REACH);
  const isTag = paper && paper.box.width < 2.2 * paper.box.height && paper.box.height < 2.6 * line.height;
  const confidence = confidenceOf(reading.glyphs);
  return {
    code,
    confidence,
    score: line.score,
    ...extent(isTag ? paper.box : line, word?.line),
    certain: named || (isTag === true && code.startsWith("0")),
    squarish: isTag === true,
    line,
  };
}

/**
 * The number before or after, with a leading zero both, above or below as counting goes: tags of a bay stand
 * under each other, which tells them even where paper and rail are so alike that no edge is seen.
 */
function isNextInColumn(tag: Candidate, other: Candidate): boolean {
  const step = Number(other.code) - Number(tag.code);
  const isColumn = Math.abs(other.line.cx - tag.line.cx) < 2 * Math.max(tag.line.width, other.line.width);
  const isInOrder = Math.abs(step) === 1 && Math.sign(other.line.cy - tag.line.cy) === step;
  return isColumn && isInOrder && tag.code.startsWith("0") && other.code.startsWith("0");
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
