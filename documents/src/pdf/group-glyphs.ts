import type { PagePlace } from "@precount/domain";
import type { Word } from "../layout/page-content.ts";
import type { Glyph } from "./glyphs.ts";
import { type Matrix, transform } from "./matrix.ts";
import { displayedAngle } from "./upright-frame.ts";

/** A glyph in coordinates along and across its own line. */
interface Letter {
  glyph: Glyph;
  /** Radians clockwise on the upright page. */
  angle: number;
  from: number;
  to: number;
  across: number;
}

/** The extent of a line above and below its baseline in most fonts, in font sizes. */
const ASCENT = 0.76;
const DESCENT = 0.22;
/** The minimum gap between words, in font sizes. A space is 0.25–0.3; kerning leaves less than 0.1. */
const MIN_WORD_GAP = 0.17;
/** The minimum gap where PDFium guessed a space, because kerning may have narrowed it. */
const MIN_GUESSED_GAP = 0.09;
/** In font sizes: the maximum gap within a word with letter spacing. */
const MAX_TRACKING = 0.6;
/** Smaller angles (radians) are horizontal. */
const MIN_ANGLE = 0.02;

/** Groups glyphs into words of the upright page. */
export function groupGlyphs(glyphs: readonly Glyph[], toUpright: Matrix): Word[] {
  const words: Word[] = [];
  const monospaced = monospacedFonts(glyphs);
  let letters: Letter[] = [];
  const flush = (): void => {
    words.push(...splitAtGaps(letters).flatMap((part) => toWord(part, monospaced)));
    letters = [];
  };
  for (const glyph of glyphs) {
    const letter = letterOf(glyph, toUpright);
    const previous = letters.at(-1);
    // Boxes of ligatures are too wide: a glyph ends where the next one starts.
    if (previous && isNextOnLine(previous, letter)) previous.to = Math.min(previous.to, letter.from);
    if (glyph.text.trim() === "") {
      flush();
      continue;
    }
    if (previous && !isSameRun(previous, letter)) flush();
    letters.push(letter);
  }
  flush();
  return words;
}

/** Fewer different letters may have one advance in any font, such as A, B, E, K, P, S, V, X and Y in Helvetica. */
const MIN_EQUAL_LETTERS = 10;
/** In font sizes: the maximum difference between the advances of a monospaced font, which are rounded in the file. */
const MAX_ADVANCE_DIFFERENCE = 0.01;

/** The fonts whose letters on this page all have the same advance. */
function monospacedFonts(glyphs: readonly Glyph[]): Set<number> {
  const fonts = Map.groupBy(
    glyphs.filter(({ text }) => /[\p{L}\d]/u.test(text)),
    ({ font }) => font,
  );
  return new Set([...fonts].flatMap(([font, ofFont]) => (areMonospaced(ofFont) ? [font] : [])));
}

function areMonospaced(glyphs: readonly Glyph[]): boolean {
  const letters = new Set(glyphs.filter(({ text }) => /\p{L}/u.test(text)).map(({ text }) => text));
  const widths = glyphs.map(({ advance, fontSize }) => advance / fontSize).toSorted((a, b) => a - b);
  const difference = (widths.at(-1) ?? 0) - (widths[0] ?? 0);
  return letters.size >= MIN_EQUAL_LETTERS && difference < MAX_ADVANCE_DIFFERENCE;
}

function letterOf(glyph: Glyph, toUpright: Matrix): Letter {
  const angle = displayedAngle(toUpright, glyph.angle);
  const { x, y } = transform(toUpright, glyph);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const from = x * cos + y * sin;
  return { glyph, angle, from, to: from + glyph.advance, across: y * cos - x * sin };
}

const isNextOnLine = (previous: Letter, next: Letter): boolean =>
  previous.angle === next.angle &&
  Math.abs(next.across - previous.across) < 0.1 * next.glyph.fontSize &&
  next.from > previous.from + 0.1 * next.glyph.fontSize;

/** Whether the next glyph may belong to the same word, with any letter spacing. */
function isSameRun(previous: Letter, next: Letter): boolean {
  const size = Math.max(previous.glyph.fontSize, next.glyph.fontSize);
  const gap = gapBetween(previous, next);
  return (
    Math.abs(next.angle - previous.angle) < MIN_ANGLE &&
    Math.abs(next.across - previous.across) < 0.45 * size &&
    gap < MAX_TRACKING * size &&
    gap > -1.5 * size
  );
}

/** The gap between two letters in either reading direction. */
const gapBetween = (one: Letter, other: Letter): number => Math.max(other.from - one.to, one.from - other.to);

/** Splits a run at gaps that are wider than its letter spacing. */
function splitAtGaps(letters: readonly Letter[]): Letter[][] {
  const parts: Letter[][] = [];
  const gaps = letters.slice(1).map((letter, index) => gapBetween(letters[index] ?? letter, letter));
  const tracking = estimateTracking(gaps);
  for (const [index, letter] of letters.entries()) {
    const gap = gaps[index - 1];
    const { fontSize, followsGuess } = letter.glyph;
    if (gap === undefined || gap > tracking + (followsGuess ? MIN_GUESSED_GAP : MIN_WORD_GAP) * fontSize)
      parts.push([letter]);
    else parts.at(-1)?.push(letter);
  }
  return parts;
}

/** The run's letter spacing: the lower quartile of its gaps; 0 with too few gaps. */
function estimateTracking(gaps: readonly number[]): number {
  if (gaps.length < 3) return 0;
  return Math.max(0, gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0);
}

function toWord(letters: readonly Letter[], monospaced: ReadonlySet<number>): Word[] {
  const [first] = letters;
  if (!first) return [];
  const text = letters
    .map(({ glyph }) => glyph.text)
    .join("")
    .normalize("NFC");
  const known = letters.filter(({ glyph }) => glyph.isKnown).length;
  const fontSize = Math.max(...letters.map(({ glyph }) => glyph.fontSize));
  const word: Word = { text, place: placeOf(letters, first.angle), confidence: known / letters.length, fontSize };
  if (letters.every(({ glyph }) => glyph.isBold)) word.isBold = true;
  if (letters.every(({ glyph }) => monospaced.has(glyph.font))) word.pitch = first.glyph.advance;
  if (Math.abs(first.angle) > MIN_ANGLE) word.angle = (first.angle * 180) / Math.PI;
  return [word];
}

/** The upright bounding box of the letters. */
function placeOf(letters: readonly Letter[], angle: number): PagePlace {
  const from = Math.min(...letters.map((letter) => letter.from));
  const to = Math.max(...letters.map((letter) => letter.to));
  const above = Math.min(...letters.map(({ across, glyph }) => across - ASCENT * glyph.fontSize));
  const below = Math.max(...letters.map(({ across, glyph }) => across + DESCENT * glyph.fontSize));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [from, to].flatMap((along) =>
    [above, below].map((across) => ({ x: along * cos - across * sin, y: along * sin + across * cos })),
  );
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...corners.map(({ x }) => x)), Math.max(...corners.map(({ y }) => y))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
