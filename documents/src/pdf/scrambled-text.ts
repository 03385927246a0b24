import type { Word } from "../layout/page-content.ts";

/** Words of Latin letters only: codes and numbers say nothing about a language. */
const LATIN_WORD = /^\p{Script=Latin}{3,}[.,:;]?$/u;
const VOWEL = /[aeiouyæœø]/iu;
/** The minimum number of such words to judge a text. */
const MIN_WORDS = 12;
/** The share of vowels in European languages is 0.35–0.48; shifted by some letters, it is mostly below this. */
const MIN_VOWEL_SHARE = 0.22;
/** The minimum share of vowels in the recognized text, and the maximum share of words in both. */
const MIN_RECOGNIZED_VOWEL_SHARE = 0.3;
const MAX_SHARED_WORDS = 0.3;

/**
 * Whether a text layer looks like no language, because the document maps its glyphs to other letters, such as the next but one
 * in the alphabet. Its page shows the right letters.
 */
export function isScrambled(words: readonly Word[]): boolean {
  const latin = latinWords(words);
  return latin.length >= MIN_WORDS && vowelShare(latin) < MIN_VOWEL_SHARE;
}

/** Whether the text that was recognized on the page is a language, and differs from the text layer. */
export function contradicts(recognized: readonly Word[], layer: readonly Word[]): boolean {
  const found = latinWords(recognized);
  const known = new Set(latinWords(layer));
  const shared = found.filter((text) => known.has(text)).length;
  return (
    found.length >= MIN_WORDS &&
    vowelShare(found) >= MIN_RECOGNIZED_VOWEL_SHARE &&
    shared <= MAX_SHARED_WORDS * found.length
  );
}

const latinWords = (words: readonly Word[]): string[] =>
  words.map(({ text }) => text).filter((text) => LATIN_WORD.test(text));

function vowelShare(texts: readonly string[]): number {
  const letters = texts.join("").normalize("NFD").match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => VOWEL.test(letter)).length / Math.max(1, letters.length);
}
