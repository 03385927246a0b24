import type { Line } from "../lines.ts";

const CHAPTER = /^\d{1,2}(?:\.\d{1,2}){0,4}\.?$/u;
const PAGE_NUMBER = /^\d{1,4}$/u;
const MIN_CHAPTERS = 6;
/** The minimum share of chapters with a number such as 2.1. */
const MIN_SECTION_SHARE = 0.5;

const isChapter = ({ words }: Line): boolean =>
  words.length > 2 && CHAPTER.test(words[0]?.text ?? "") && PAGE_NUMBER.test(words.at(-1)?.text ?? "");

/**
 * The lines of a table of contents without dots: numbers of chapters and sections, titles, and ascending page numbers. Empty when
 * the page has none.
 */
export function contentsLines(lines: readonly Line[]): Line[] {
  const chapters = lines.filter(isChapter);
  const pages = chapters.map(({ words }) => Number(words.at(-1)?.text));
  const sections = chapters.filter(({ words }) => words[0]?.text.includes(".", 1));
  const isAscending = pages.every((page, index) => index === 0 || page >= (pages[index - 1] ?? 0));
  if (chapters.length < MIN_CHAPTERS || sections.length < MIN_SECTION_SHARE * chapters.length || !isAscending)
    return [];
  const last = lines.findLastIndex(isChapter);
  // Titles without a number and second lines of titles are between the others.
  return lines.slice(Math.max(0, lines.findIndex(isChapter) - 1), last + 1);
}
