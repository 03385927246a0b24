import type { PagePlace, TextLine } from "../structure.ts";
import type { PageWord } from "./table-edit.ts";

export const placeOf = ([, x, y, width, height]: PageWord): PagePlace => ({ x, y, width, height });

const middle = (word: PageWord): number => word[2] + word[4] / 2;

/** Groups words into lines from top to bottom, each from left to right. */
export function groupIntoLines(words: readonly PageWord[]): PageWord[][] {
  const lines: PageWord[][] = [];
  for (const word of words.toSorted((a, b) => middle(a) - middle(b))) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    // Words of a line overlap by more than half of their height.
    if (line && last && middle(word) - middle(last) < Math.min(word[4], last[4]) / 2) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => line.toSorted((a, b) => a[1] - b[1]));
}

/** A gap up to this share of the letters' height is no space, such as before a superscript. */
const MAX_JOIN_GAP = 0.1;

/** The text of a line's words, with spaces where there are gaps. */
export function textOf(line: readonly PageWord[]): string {
  let text = "";
  for (const [at, word] of line.entries()) {
    const last = line[at - 1];
    const gap = last ? word[1] - (last[1] + last[3]) : 0;
    if (last && gap > MAX_JOIN_GAP * Math.min(last[4], word[4])) text += " ";
    text += word[0];
  }
  return text;
}

/** Mean confidence, weighted by length; 1 for no words. */
export function confidenceOf(words: readonly PageWord[]): number {
  const letters = words.reduce((sum, [text]) => sum + text.length, 0);
  if (letters === 0) return 1;
  return Math.min(1, words.reduce((sum, word) => sum + word[5] * word[0].length, 0) / letters);
}

/** The line of text that consists of these words. */
export function toTextLine(line: readonly PageWord[], page: number): TextLine {
  const [x, y] = [Math.min(...line.map((word) => word[1])), Math.min(...line.map((word) => word[2]))];
  const right = Math.max(...line.map((word) => word[1] + word[3]));
  const bottom = Math.max(...line.map((word) => word[2] + word[4]));
  const place = { x, y, width: right - x, height: bottom - y };
  return { text: textOf(line), page, place, confidence: confidenceOf(line) };
}
