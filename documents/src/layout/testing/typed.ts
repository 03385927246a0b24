import type { PageContent, Ruling, Word } from "../page-content.ts";

/** Monospaced letters and the usual line height, in points. */
const WIDTH = 6;
const HEIGHT = 10;
const LINE = 12;
const LEFT = 50;
const TOP = 60;

/**
 * Makes a page from typed text: each letter is 6 points wide, and each line 12 high or `lineHeight`. A line of `===` draws a ruling
 * halfway between the lines above and below; words beside it are at its height.
 */
export function typed(text: string, number = 1, lineHeight = LINE): PageContent {
  const words: Word[] = [];
  const rulings: Ruling[] = [];
  let y = TOP;
  for (const line of text.replace(/^\n/u, "").split("\n")) {
    const ruling = /=+/u.exec(line);
    if (ruling) {
      const x1 = LEFT + ruling.index * WIDTH;
      rulings.push({ x1, y1: y, x2: x1 + ruling[0].length * WIDTH, y2: y });
      y -= lineHeight / 2;
    }
    for (const match of line.matchAll(/[^\s=]+/gu)) {
      const place = { x: LEFT + match.index * WIDTH, y, width: match[0].length * WIDTH, height: HEIGHT };
      words.push({ text: match[0], place, confidence: 1, fontSize: HEIGHT, pitch: WIDTH });
    }
    y += lineHeight;
  }
  return { number, width: 612, height: 792, source: "text", words, rulings, pictures: [] };
}
