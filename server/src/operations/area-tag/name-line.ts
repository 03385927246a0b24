import bidiFactory from "bidi-js";

const bidi = bidiFactory();

/** More than any line of a tag can show. */
const MAX_UNITS = 200;
const IS_RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Nko}\p{Script=Thaana}]/u;

const segmenter = new Intl.Segmenter();
/** The characters as people see them (grapheme clusters). */
export const charactersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/**
 * An event's name as a printable line: without invisible characters and without characters that the font lacks. When no letter or digit
 * is left, it is `otherwise`, the event's slug, which every font can print.
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
 * The words of a line from left to right on paper, each in reading order: a font shapes and reverses a right-to-left word itself, but
 * does not order the words.
 */
export function wordsAsPrinted(line: string): string[] {
  const levels = bidi.getEmbeddingLevels(line);
  /** Brackets are mirrored in right-to-left text. */
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
  // Without a letter the font does not recognize the text as right-to-left.
  return isTurned && !IS_RIGHT_TO_LEFT.test(text) ? reading.toReversed().join("") : text;
}
