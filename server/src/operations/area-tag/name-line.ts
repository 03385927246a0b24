import bidiFactory from "bidi-js";

const bidi = bidiFactory();

/** As long as any line of a label can show. */
const MAX_UNITS = 200;
const IS_RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Nko}\p{Script=Thaana}]/u;

const segmenter = new Intl.Segmenter();
/** What people see as one character each, with its accents. */
export const charactersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/**
 * An event's name as a line that can be printed: one line, nothing invisible in it, and of its characters those that the font
 * has. When no letter or digit is left of it, `otherwise`, the event's slug, which any font has.
 */
export function printable(name: string, otherwise: string, hasGlyph: (codePoint: number) => boolean): string {
  const visible = name
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\s]+/gu, " ");
  const line = charactersOf(visible)
    .filter((character) => Array.from(character, (part) => part.codePointAt(0) ?? 0).every(hasGlyph))
    .join("")
    .replaceAll(/ +/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(line) ? line.slice(0, MAX_UNITS).toWellFormed() : otherwise;
}

/**
 * The words of a line in the order in which they stand on paper from left to right, each in the order in which it is
 * read: a font shapes a right-to-left word by itself, and turns it round, but knows nothing of the words beside it.
 */
export function wordsAsPrinted(line: string): string[] {
  const levels = bidi.getEmbeddingLevels(line);
  /** A bracket that runs from right to left opens to the left. */
  const unit = (at: number): string => {
    const character = line[at] ?? "";
    return ((levels.levels[at] ?? 0) % 2 === 1 ? bidi.getMirroredCharacter(character) : null) ?? character;
  };
  const words: string[] = [];
  let word: number[] = [];
  const end = () => {
    if (word.length > 0) words.push(inReadingOrder(word, unit));
    word = [];
  };
  for (const at of bidi.getReorderedIndices(line, levels)) {
    const last = word.at(-1);
    const goesOn =
      last !== undefined && Math.abs(at - last) === 1 && levels.levels[at] === levels.levels[last] && line[at] !== " ";
    if (!goesOn || line[last] === " ") end();
    word.push(at);
  }
  end();
  return words;
}

function inReadingOrder(indices: readonly number[], unit: (at: number) => string): string {
  const reading = indices.toSorted((a, b) => a - b).map(unit);
  const text = reading.join("");
  const isTurned = (indices[0] ?? 0) > (indices.at(-1) ?? 0);
  // Without a letter in it the font does not see that it runs from right to left.
  return isTurned && !IS_RIGHT_TO_LEFT.test(text) ? reading.toReversed().join("") : text;
}
