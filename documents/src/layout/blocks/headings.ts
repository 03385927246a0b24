import { type Line, sizeOf, textOf } from "../lines.ts";
import type { PageMarks, Word } from "../marks.ts";

/** How much larger than the usual text a heading is at least, and how much apart two levels are. */
const LARGER = 1.15;
const APART = 1.07;
/** Letters measured in a picture differ that much by themselves. */
const LARGER_IN_PICTURE = 1.4;
const MOST_LINES = 3;
const MOST_LETTERS = 160;
const MOST_LEVELS = 6;

/** Which paragraphs of a document are headings, and of which level; by the sizes of all its text. */
export class Headings {
  readonly #usual: number;
  /** The smallest size of each level, the largest first. */
  readonly #sizes: number[];

  constructor(pages: readonly PageMarks[]) {
    this.#usual = usualSize(pages.flatMap(({ words }) => words));
    this.#sizes = [];
    const isScanned = pages.some(({ source }) => source === "picture");
    const least = this.#usual * (isScanned ? LARGER_IN_PICTURE : LARGER);
    const larger = new Set(pages.flatMap(({ words }) => words.map(sizeOf).filter((size) => size >= least)));
    for (const size of [...larger].toSorted((a, b) => b - a)) {
      const last = this.#sizes.at(-1);
      if (last !== undefined && last / size < APART) this.#sizes[this.#sizes.length - 1] = size;
      else this.#sizes.push(size);
    }
  }

  /** Undefined for usual text. Bold text of the usual size is a level below the larger ones. */
  levelOf(lines: readonly Line[]): number | undefined {
    const words = lines.flatMap((line) => line.words);
    const letters = words.reduce((sum, { text }) => sum + text.length, 0);
    if (lines.length > MOST_LINES || letters > MOST_LETTERS || words.some(({ angle }) => angle !== undefined))
      return undefined;
    if (!/\p{L}/u.test(words.map(({ text }) => text).join(""))) return undefined;
    const size = Math.min(...words.map(sizeOf));
    const level = this.#sizes.findIndex((least) => size >= least * 0.999);
    if (level >= 0) return Math.min(level + 1, MOST_LEVELS);
    const isBold = words.every((word) => word.isBold === true);
    const isSentence = /[.,;:]$/u.test(textOf(lines.at(-1) ?? { words, place: { x: 0, y: 0, width: 0, height: 0 } }));
    return isBold && !isSentence && lines.length === 1 && size >= 0.95 * this.#usual
      ? Math.min(this.#sizes.length + 1, MOST_LEVELS)
      : undefined;
  }
}

/** The size that most letters have. */
function usualSize(words: readonly Word[]): number {
  const letters = new Map<number, number>();
  for (const word of words) {
    const size = Math.round(sizeOf(word) * 4) / 4;
    letters.set(size, (letters.get(size) ?? 0) + word.text.length);
  }
  let [usual, most] = [10, 0];
  for (const [size, count] of letters) if (count > most) [usual, most] = [size, count];
  return usual;
}
