import { median, right } from "../boxes.ts";
import { type Line, letterSize, textOf } from "../lines.ts";
import { isItemNumber, isListMarker } from "../list-markers.ts";
import type { Word } from "../page-content.ts";
import { isNumber } from "./numbers.ts";
import { columnAt } from "./rows.ts";

/** The maximum number of columns of running text. */
const MAX_COLUMNS = 4;
/** A full column: the minimum median words per line, and the minimum filled share of its width. */
const MIN_FULL_WORDS = 4;
const MIN_FILL = 0.7;
/** A wrapped column: the minimum words and lines, the share of lines that end because the next word did not fit, and the share
 * that start in the middle of a sentence. */
const MIN_WRAPPED_WORDS = 2;
const MIN_WRAPPED_LINES = 3;
const MIN_WRAPPED_SHARE = 0.8;
const MIN_CONTINUED_SHARE = 0.3;

/** Whether aligned lines are text in columns or list items after their markers, and no table. */
export function isProse(lines: readonly Line[], xs: readonly number[]): boolean {
  const columns = xs
    .slice(1)
    .map((_, column) =>
      lines
        .map(({ words }) => words.filter(({ place }) => columnAt(xs, place.x + place.width / 2) === column))
        .filter((words) => words.length > 0),
    );
  if (isContents(lines)) return true;
  const [markers, texts] = columns;
  if (columns.length === 2 && markers && texts && areNumbered(markers, texts)) return true;
  if (columns.length === 2 && markers?.every((words) => words.length === 1 && isListMarker(words[0]?.text ?? "")))
    return true;
  if (
    areNumberedLines(columns) ||
    areSpaces(lines, xs) ||
    isJustified(columns) ||
    isNarrowText(columns, lines) ||
    hasMarginNotes(columns, lines.length)
  )
    return true;
  return columns.length <= MAX_COLUMNS && columns.every((column) => isFull(column) || isWrapped(column));
}

/** Dots that lead to a page number at the end of a line. */
const LEADER = /(?:\.\s?){5,}(?:…\s?)*(?:\d{1,4}|[ivxl]{1,6})$|…{2,}\s?\d{1,4}$/u;
const MIN_LEADER_SHARE = 0.6;

/** Whether lines are a table of contents: texts with dots up to one page number. */
const isContents = (lines: readonly Line[]): boolean =>
  lines.filter((line) => LEADER.test(textOf(line)) && !/\d\s+(?:\.\s?){5,}/u.test(textOf(line))).length >=
  MIN_LEADER_SHARE * lines.length;

/** The minimum median words of numbered paragraphs. */
const MIN_PARAGRAPH_WORDS = 4;

/** Whether two columns are the numbers or letters of paragraphs and their text. */
const areNumbered = (markers: readonly Word[][], texts: readonly Word[][]): boolean =>
  markers.every((words) => words.length === 1 && isItemNumber(words[0]?.text ?? "")) &&
  medianWords(texts) >= MIN_PARAGRAPH_WORDS &&
  texts.filter(isTextLine).length >= 0.5 * texts.length;

/** Whether a line in a column is text rather than values. */
const isTextLine = (words: readonly Word[]): boolean =>
  words.filter(({ text }) => /\p{L}{2}/u.test(text)).length >= 0.6 * words.length;

/** Whether two columns are the numbers of lines, such as in a transcript, and their text. */
function areNumberedLines(columns: readonly Word[][][]): boolean {
  const [numbers, texts] = columns;
  if (columns.length !== 2 || !numbers || !texts) return false;
  const counted = numbers.map((words) => (words.length === 1 ? Number(words[0]?.text) : Number.NaN));
  const step = (counted[1] ?? 0) - (counted[0] ?? 0);
  return (
    (step === 1 || step === 5) &&
    counted.every((number, index) => index === 0 || number - (counted[index - 1] ?? 0) === step) &&
    texts.filter(isTextLine).length >= 0.5 * texts.length
  );
}

/** The gaps of columns in text without numbers: the minimum ratio to the other spaces of their lines, and the share of narrower ones. */
const MIN_GAP_RATIO = 1.6;
const MAX_NARROW_SHARE = 0.5;
const MIN_OTHER_SPACES = 2;
const MAX_NUMERIC_WORDS = 0.2;

/** Whether the gaps between columns are about as wide as the other spaces of their lines, which justified text stretches. */
function areSpaces(lines: readonly Line[], xs: readonly number[]): boolean {
  const words = lines.flatMap((line) => line.words);
  if (words.filter(({ text }) => isNumber(text)).length > MAX_NUMERIC_WORDS * words.length) return false;
  const ratios = lines.flatMap(({ words }) => {
    const gaps = words.slice(1).map((word, index) => {
      const before = words[index] ?? word;
      const isBetween =
        columnAt(xs, before.place.x + before.place.width / 2) !== columnAt(xs, word.place.x + word.place.width / 2);
      return { width: word.place.x - right(before.place), isBetween };
    });
    const spaces = gaps.filter((gap) => !gap.isBetween).map(({ width }) => width);
    if (spaces.length < MIN_OTHER_SPACES) return [];
    const usual = Math.max(0.01, median(spaces, 0));
    return gaps.filter((gap) => gap.isBetween).map(({ width }) => width / usual);
  });
  return ratios.length > 0 && ratios.filter((ratio) => ratio < MIN_GAP_RATIO).length > MAX_NARROW_SHARE * ratios.length;
}

/** Justified text: the minimum share of cells that start in the middle of a sentence, and the maximum share of numbers. */
const MIN_CONTINUED_CELLS = 0.6;
const MAX_NUMBERS_SHARE = 0.15;

/** Whether columns are the wide spaces of justified text. */
function isJustified(columns: readonly Word[][][]): boolean {
  const cells = columns.slice(1).flat();
  const continued = cells.filter((words) => /^\p{Ll}/u.test(words[0]?.text ?? ""));
  const numbers = cells.filter((words) => words.every(({ text }) => isNumber(text)));
  return (
    columns.length > 2 &&
    continued.length >= MIN_CONTINUED_CELLS * cells.length &&
    numbers.length <= MAX_NUMBERS_SHARE * cells.length
  );
}

/** A narrow column of justified text: the maximum width and the maximum difference of line ends in letter sizes. */
const MAX_NARROW_WIDTH = 14;
const MAX_END_DIFFERENCE = 0.4;
const MIN_JUSTIFIED_SHARE = 0.75;

/** Whether two columns are a narrow column of justified text, whose spaces are as wide as gaps and whose lines end alike. */
function isNarrowText(columns: readonly Word[][][], lines: readonly Line[]): boolean {
  const size = letterSize(lines.flatMap(({ words }) => words));
  const isNumeric = columns.flat(2).some(({ text }) => isNumber(text));
  if (columns.length !== 2 || isNumeric) return false;
  const start = Math.min(...lines.map(({ place }) => place.x));
  const end = Math.max(...lines.map(({ place }) => right(place)));
  const full = lines.filter(({ place }) => place.x - start + (end - right(place)) < MAX_END_DIFFERENCE * size);
  return end - start <= MAX_NARROW_WIDTH * size && full.length >= MIN_JUSTIFIED_SHARE * lines.length;
}

/** Beside running text of at least this many lines, columns with text in at most this share of its lines are notes. */
const MIN_TEXT_LINES = 5;
const MAX_NOTE_SHARE = 0.3;

/** Whether one column is running text and the others are notes in its margin, such as page numbers and headings. */
function hasMarginNotes(columns: readonly Word[][][], lineCount: number): boolean {
  if (columns.length > 3) return false;
  return columns.some((text, index) => {
    const others = columns.filter((_, other) => other !== index);
    return (
      text.length >= MIN_TEXT_LINES &&
      isFull(text) &&
      text.filter(isTextLine).length >= 0.7 * text.length &&
      others.every((lines) => lines.length <= MAX_NOTE_SHARE * lineCount)
    );
  });
}

const medianWords = (lines: readonly Word[][]): number =>
  median(
    lines.map((words) => words.length),
    0,
  );
const startOf = (words: readonly Word[]): number => words[0]?.place.x ?? 0;

function isFull(lines: readonly Word[][]): boolean {
  const width = Math.max(...lines.map(endOf)) - Math.min(...lines.map(startOf));
  const filled = median(
    lines.map((words) => endOf(words) - startOf(words)),
    0,
  );
  return medianWords(lines) >= MIN_FULL_WORDS && filled >= MIN_FILL * width;
}

/** Whether lines break where the column is full. */
function isWrapped(lines: readonly Word[][]): boolean {
  if (lines.length < MIN_WRAPPED_LINES || medianWords(lines) < MIN_WRAPPED_WORDS) return false;
  const end = Math.max(...lines.map(endOf));
  const broken = lines.slice(1).filter((words, index) => {
    const freeWidth = end - endOf(lines[index] ?? []);
    return freeWidth < (words[0]?.place.width ?? 0) + 0.5 * (words[0]?.place.height ?? 0);
  });
  const continued = lines.filter((words) => /^\p{Ll}/u.test(words[0]?.text ?? ""));
  return (
    broken.length >= MIN_WRAPPED_SHARE * (lines.length - 1) && continued.length >= MIN_CONTINUED_SHARE * lines.length
  );
}

const endOf = (words: readonly Word[]): number => Math.max(...words.map(({ place }) => right(place)));
