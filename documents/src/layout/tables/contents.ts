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
  const last = endOfUnnumbered(lines, lines.findLastIndex(isChapter), pages.at(-1) ?? 0);
  // Titles without a number and second lines of titles are between the others.
  return lines.slice(Math.max(0, lines.findIndex(isChapter) - 1), last + 1);
}

/** The last of the entries without a number that follow the chapters, such as the index. */
function endOfUnnumbered(lines: readonly Line[], lastChapter: number, lastPage: number): number {
  let end = lastChapter;
  for (const { words } of lines.slice(lastChapter + 1)) {
    const page = words.at(-1)?.text ?? "";
    if (words.length < 2 || !PAGE_NUMBER.test(page) || Number(page) < lastPage) break;
    end += 1;
  }
  return end;
}
