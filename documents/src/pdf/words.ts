import type { PagePlace } from "@precount/domain";
import type { Word } from "../layout/marks.ts";
import type { Glyph } from "./glyphs.ts";
import { type Matrix, transform } from "./matrix.ts";
import { shownAngle } from "./upright.ts";

/** A letter in its own line's measure: how far along it begins and ends, and how far across its baseline lies. */
interface Letter {
  glyph: Glyph;
  /** Radians clockwise on the upright page. */
  angle: number;
  from: number;
  to: number;
  across: number;
}

/** Above the baseline and below it, in font sizes: what a line of most fonts takes. */
const ABOVE = 0.76;
const BELOW = 0.22;
/** A gap that a person sees between two letters, in font sizes; a space is 0.25–0.3, what kerning leaves less than 0.1. */
const GAP = 0.17;
/** Where PDFium sees one too: kerning may have taken of it. */
const GUESSED_GAP = 0.09;
/** Letters spaced out are as far apart all along. */
const MOST_TRACKING = 0.6;
/** So little is level or upright; more is askew. */
const SQUARE = 0.02;

/** Letters that stand together, as words of the upright page. */
export function wordsOf(glyphs: readonly Glyph[], toUpright: Matrix): Word[] {
  const words: Word[] = [];
  let letters: Letter[] = [];
  const flush = (): void => {
    words.push(...splitAtGaps(letters).flatMap((part) => wordOf(part)));
    letters = [];
  };
  for (const glyph of glyphs) {
    const letter = letterOf(glyph, toUpright);
    const previous = letters.at(-1);
    // Boxes of ligatures are wider than they are; where the next letter begins, this one ends.
    if (previous && follows(previous, letter)) previous.to = Math.min(previous.to, letter.from);
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

function letterOf(glyph: Glyph, toUpright: Matrix): Letter {
  const angle = shownAngle(toUpright, glyph.angle);
  const { x, y } = transform(toUpright, glyph);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const from = x * cos + y * sin;
  return { glyph, angle, from, to: from + glyph.advance, across: y * cos - x * sin };
}

const follows = (previous: Letter, next: Letter): boolean =>
  previous.angle === next.angle &&
  Math.abs(next.across - previous.across) < 0.1 * next.glyph.fontSize &&
  next.from > previous.from + 0.1 * next.glyph.fontSize;

/** Whether the next may belong to the same word, however far apart letters of one word may be. */
function isSameRun(previous: Letter, next: Letter): boolean {
  const size = Math.max(previous.glyph.fontSize, next.glyph.fontSize);
  const gap = gapBetween(previous, next);
  return (
    Math.abs(next.angle - previous.angle) < SQUARE &&
    Math.abs(next.across - previous.across) < 0.45 * size &&
    gap < MOST_TRACKING * size &&
    gap > -1.5 * size
  );
}

/** Whichever way they are read: letters of Hebrew and Arabic come from the right. */
const gapBetween = (one: Letter, other: Letter): number => Math.max(other.from - one.to, one.from - other.to);

/** Where the gap is wider than the letters of this run otherwise have. */
function splitAtGaps(letters: readonly Letter[]): Letter[][] {
  const parts: Letter[][] = [];
  const gaps = letters.slice(1).map((letter, index) => gapBetween(letters[index] ?? letter, letter));
  const tracking = trackingOf(gaps);
  for (const [index, letter] of letters.entries()) {
    const gap = gaps[index - 1];
    const { fontSize, followsGuess } = letter.glyph;
    if (gap === undefined || gap > tracking + (followsGuess ? GUESSED_GAP : GAP) * fontSize) parts.push([letter]);
    else parts.at(-1)?.push(letter);
  }
  return parts;
}

/** What letters are moved apart all along: the lower quartile of the gaps, where there are enough to say. */
function trackingOf(gaps: readonly number[]): number {
  if (gaps.length < 3) return 0;
  return Math.max(0, gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)] ?? 0);
}

function wordOf(letters: readonly Letter[]): Word[] {
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
  if (Math.abs(first.angle) > SQUARE) word.angle = (first.angle * 180) / Math.PI;
  return [word];
}

/** The upright box around them. */
function placeOf(letters: readonly Letter[], angle: number): PagePlace {
  const from = Math.min(...letters.map((letter) => letter.from));
  const to = Math.max(...letters.map((letter) => letter.to));
  const above = Math.min(...letters.map(({ across, glyph }) => across - ABOVE * glyph.fontSize));
  const below = Math.max(...letters.map(({ across, glyph }) => across + BELOW * glyph.fontSize));
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = [from, to].flatMap((along) =>
    [above, below].map((across) => ({ x: along * cos - across * sin, y: along * sin + across * cos })),
  );
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...corners.map(({ x }) => x)), Math.max(...corners.map(({ y }) => y))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
