import type { ReadText } from "@precount/vision";
import type { Word } from "../layout/marks.ts";
import { type Gap, type Piece, boxOf } from "./pieces.ts";

/** In heights of the line: a gap parts words, surely or where the reader itself saw a space. */
const WORD_GAP = 0.17;
const SAID_GAP = 0.1;
/** And so many times the usual gap between this line's letters: print of even width has wide ones. */
const USUAL_GAPS = 2.4;
/** Of a line's height as found, its letters' size. */
const LETTER_SHARE = 0.75;
/** The reader's positions are exact to about this, in heights of the line. */
const GLYPH_SLACK = 0.25;

/** A piece's text as words, parted where white parts its ink; what the reader believes of spaces counts little. */
export function wordsOf(piece: Piece, read: ReadText): Word[] {
  const height = piece.bottom - piece.top;
  const box = boxOf(piece);
  const start = box.cx - box.width / 2;
  const glyphs = read.glyphs.map(({ char, probability, at }) => ({ char, probability, x: start + at * box.width }));
  const letters = glyphs.filter(({ char }) => char.trim() !== "");
  if (letters.length === 0) return [];
  const spaces = glyphs.filter(({ char }) => char.trim() === "").map(({ x }) => x);
  const usual = median(piece.gaps.map(({ from, to }) => to - from));
  const isWordGap = ({ from, to }: Gap) => {
    const wide = to - from;
    const isSaid = spaces.some((x) => x > from - GLYPH_SLACK * height && x < to + GLYPH_SLACK * height);
    return wide > Math.max((isSaid ? SAID_GAP : WORD_GAP) * height, isSaid ? 0 : USUAL_GAPS * usual);
  };
  const gaps = piece.gaps.filter((gap) => isWordGap(gap));
  const edges = [piece.left, ...gaps.flatMap(({ from, to }) => [from, to]), piece.right];
  const words: Word[] = [];
  for (let i = 0; i < edges.length; i += 2) {
    const [from, to] = [edges[i] ?? 0, edges[i + 1] ?? 0];
    const before = i === 0 ? -Infinity : ((edges[i - 1] ?? 0) + from) / 2;
    const behind = i + 2 >= edges.length ? Infinity : (to + (edges[i + 2] ?? 0)) / 2;
    const own = letters.filter(({ x }) => x >= before && x < behind);
    if (own.length === 0) continue;
    words.push({
      text: own.map(({ char }) => char).join(""),
      place: {
        x: from,
        y: piece.top + (height * (1 - LETTER_SHARE)) / 2,
        width: to - from,
        height: height * LETTER_SHARE,
      },
      confidence: own.reduce((sum, { probability }) => sum + probability, 0) / own.length,
      fontSize: height * LETTER_SHARE,
    });
  }
  return words;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
