import { median, right } from "../boxes.ts";
import type { Line } from "../lines.ts";
import { isListMarker } from "../list-markers.ts";
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
  const [markers] = columns;
  if (columns.length === 2 && markers?.every((words) => words.length === 1 && isListMarker(words[0]?.text ?? "")))
    return true;
  return columns.length <= MAX_COLUMNS && columns.every((column) => isFull(column) || isWrapped(column));
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
