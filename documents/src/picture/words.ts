import type { ReadText } from "@precount/ocr";
import type { Word } from "../layout/marks.ts";
import { type Gap, type Piece, boxOf } from "./pieces.ts";

/**
 * From which width on white parts words, in heights of the line: so much more than the usual gap between letters, which
 * tells narrow print from wide. Measured on 3,400 gaps of photographed print in five fonts: none on the wrong side.
 */
const WORD_GAP = 0.11;
/** Where the reader itself saw a space. */
const SAID_GAP = 0.12;
/** Between digits, which stand wide on both sides of a 1: at most 0.274 apart there. */
const NUMBER_GAP = 0.3;
const SAID_NUMBER_GAP = 0.2;
/** A line of so many gaps knows itself what is usual. */
const ENOUGH_GAPS = 10;
/** Of a line's height as found, its letters' size. */
const LETTER_SHARE = 0.75;
/** The reader's positions are exact to about this, in heights of the line. */
const GLYPH_SLACK = 0.25;
/** In heights of the line: a 1 has a flag or a foot and is wider, an l is a bare stroke. */
const STROKE = 0.13;

interface Letter {
  char: string;
  probability: number;
  /** Pixels of the picture. */
  x: number;
}

/** The usual gap between letters of these pieces, in heights of the line. */
export const usualGap = (pieces: readonly Piece[]): number =>
  median(pieces.flatMap(({ gaps, top, bottom }) => gaps.map(({ from, to }) => (to - from) / (bottom - top))));

/**
 * A piece's text as words, parted where white parts its ink; what the reader believes of spaces counts little.
 * @param pageGap `usualGap` of all pieces
 */
export function wordsOf(piece: Piece, read: ReadText, pageGap: number): Word[] {
  const height = piece.bottom - piece.top;
  const box = boxOf(piece);
  const start = box.cx - box.width / 2;
  const glyphs = read.glyphs.map(({ char, probability, at }) => ({ char, probability, x: start + at * box.width }));
  const letters = glyphs.filter(({ char }) => char.trim() !== "");
  const spaces = glyphs.filter(({ char }) => char.trim() === "").map(({ x }) => x);
  const usual = piece.gaps.length >= ENOUGH_GAPS ? usualGap([piece]) : pageGap;
  const cuts = piece.gaps.filter((gap) => {
    const isSaid = spaces.some((x) => x > gap.from - GLYPH_SLACK * height && x < gap.to + GLYPH_SLACK * height);
    return (gap.to - gap.from) / height > leastGap(gap, letters, isSaid, usual, isStroke(behind(gap, piece), height));
  });
  const words: Word[] = [];
  for (const { ink, own } of parted(piece, cuts, letters)) {
    const text = own.map(({ char }) => char).join("");
    // Letters are wider than their ink, by what stands free on both sides of it: so are words in a text layer.
    const free = (usual * height) / 2;
    words.push({
      // What the reader cannot know of a stroke alone: after an amount it is a litre.
      text: text === "1" && isStroke(ink, height) && /\d$/.test(words.at(-1)?.text ?? "") ? "l" : text,
      place: {
        x: ink.from - free,
        y: piece.top + (height * (1 - LETTER_SHARE)) / 2,
        width: ink.to - ink.from + 2 * free,
        height: height * LETTER_SHARE,
      },
      confidence: own.reduce((sum, { probability }) => sum + probability, 0) / own.length,
      fontSize: height * LETTER_SHARE,
    });
  }
  return words;
}

/** How wide white must be to part words there, in heights of the line. */
function leastGap(
  gap: Gap,
  letters: readonly Letter[],
  isSaid: boolean,
  usual: number,
  isBeforeStroke: boolean,
): number {
  const middle = middleOf(gap);
  const before = letters.filter(({ x }) => x < middle).map(({ char }) => char);
  const next = letters.find(({ x }) => x >= middle)?.char ?? "";
  const isNumber = /\d[.,/:-]?$/.test(before.slice(-2).join("")) && /[\d.,/:-]/.test(next) && !isBeforeStroke;
  if (isNumber) return isSaid ? SAID_NUMBER_GAP : NUMBER_GAP;
  if (/[.,;:)!?]/.test(next)) return NUMBER_GAP;
  const isAfterComma = /[,;:]$/.test(before.at(-1) ?? "") && /\p{L}/u.test(next);
  return isSaid || isAfterComma ? SAID_GAP : WORD_GAP + usual;
}

/** The ink between the cuts, and the letters that stand there; ink that nothing was read of is left out. */
function parted(piece: Piece, cuts: readonly Gap[], letters: readonly Letter[]): { ink: Gap; own: Letter[] }[] {
  const starts = [piece.left, ...cuts.map(({ to }) => to)];
  return starts.flatMap((from, i) => {
    const [before, after] = [cuts[i - 1], cuts[i]];
    const own = letters.filter(({ x }) => (!before || x >= middleOf(before)) && (!after || x < middleOf(after)));
    return own.length === 0 ? [] : [{ ink: { from, to: after?.from ?? piece.right }, own }];
  });
}

/** The ink from a gap to the next one. */
const behind = (gap: Gap, { gaps, right }: Piece): Gap => ({
  from: gap.to,
  to: gaps.find(({ from }) => from >= gap.to)?.from ?? right,
});

const isStroke = ({ from, to }: Gap, height: number): boolean => to - from < STROKE * height;

const middleOf = ({ from, to }: Gap): number => (from + to) / 2;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
