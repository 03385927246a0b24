import { median, right } from "../boxes.ts";
import { type Line, textOf } from "../lines.ts";
import { isItemNumber, isListMarker } from "../list-markers.ts";
import type { Word } from "../page-content.ts";
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
