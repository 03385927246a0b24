import { type Line, sizeOf, textOf } from "../lines.ts";
import type { PageContent, Word } from "../page-content.ts";

/** The minimum ratio of a heading's size to the body text's, and between two heading levels. */
const MIN_HEADING_RATIO = 1.15;
const MIN_LEVEL_RATIO = 1.07;
/** For scanned pages, because letter sizes measured in an image vary. */
const MIN_SCANNED_HEADING_RATIO = 1.4;
const MAX_LINES = 3;
const MAX_LETTERS = 160;
const MAX_LEVELS = 6;

/** Decides which paragraphs are headings and of which level, by the letter sizes in the document. */
export class Headings {
  readonly #bodySize: number;
  /** The minimum size of each level, largest first. */
  readonly #sizes: number[];

  constructor(pages: readonly PageContent[]) {
    this.#bodySize = mostFrequentSize(pages.flatMap(({ words }) => words));
    this.#sizes = [];
    const isScanned = pages.some(({ source }) => source === "picture");
    const minSize = this.#bodySize * (isScanned ? MIN_SCANNED_HEADING_RATIO : MIN_HEADING_RATIO);
    const larger = new Set(pages.flatMap(({ words }) => words.map(sizeOf).filter((size) => size >= minSize)));
    for (const size of [...larger].toSorted((a, b) => b - a)) {
      const last = this.#sizes.at(-1);
      if (last !== undefined && last / size < MIN_LEVEL_RATIO) this.#sizes[this.#sizes.length - 1] = size;
      else this.#sizes.push(size);
    }
  }

  /** The heading level of a paragraph; undefined for body text. Bold text of body size is a level below larger headings. */
  levelOf(lines: readonly Line[]): number | undefined {
    const words = lines.flatMap((line) => line.words);
    const letters = words.reduce((sum, { text }) => sum + text.length, 0);
    if (lines.length > MAX_LINES || letters > MAX_LETTERS || words.some(({ angle }) => angle !== undefined))
      return undefined;
    if (!/\p{L}/u.test(words.map(({ text }) => text).join(""))) return undefined;
    const size = Math.min(...words.map(sizeOf));
    const level = this.#sizes.findIndex((minSize) => size >= minSize * 0.999);
    if (level >= 0) return Math.min(level + 1, MAX_LEVELS);
    const isBold = words.every((word) => word.isBold === true);
    const isSentence = /[.,;:]$/u.test(textOf(lines.at(-1) ?? { words, place: { x: 0, y: 0, width: 0, height: 0 } }));
    return isBold && !isSentence && lines.length === 1 && size >= 0.95 * this.#bodySize
      ? Math.min(this.#sizes.length + 1, MAX_LEVELS)
      : undefined;
  }
}

/** The most frequent letter size. */
function mostFrequentSize(words: readonly Word[]): number {
  const letters = new Map<number, number>();
  for (const word of words) {
    const size = Math.round(sizeOf(word) * 4) / 4;
    letters.set(size, (letters.get(size) ?? 0) + word.text.length);
  }
  let [usual, most] = [10, 0];
  for (const [size, count] of letters) if (count > most) [usual, most] = [size, count];
  return usual;
}
