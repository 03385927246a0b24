import { median, right } from "../boxes.ts";
import type { Line } from "../lines.ts";
import { isMarker } from "../markers.ts";
import type { Word } from "../marks.ts";
import { columnAt } from "./rows.ts";

/** Columns of running text are few. */
const MOST_COLUMNS = 4;
/** Their lines hold many words and fill the width, */
const MANY_WORDS = 4;
const FILL = 0.7;
/** or hold some, end because the next word did not fit, and go on in the middle of a sentence. */
const FEWEST_WORDS = 2;
const FEWEST_LINES = 3;
const WRAPPED = 0.8;
const GOING_ON = 0.3;

/** Whether lines beside each other are text in columns, or items after their markers: no table, however well they are aligned. */
export function isProse(lines: readonly Line[], xs: readonly number[]): boolean {
  const columns = xs
    .slice(1)
    .map((_, column) =>
      lines
        .map(({ words }) => words.filter(({ place }) => columnAt(xs, place.x + place.width / 2) === column))
        .filter((words) => words.length > 0),
    );
  const [markers] = columns;
  if (columns.length === 2 && markers?.every((words) => words.length === 1 && isMarker(words[0]?.text ?? "")))
    return true;
  return columns.length <= MOST_COLUMNS && columns.every((column) => isFull(column) || isWrapped(column));
}

const wordsIn = (lines: readonly Word[][]): number =>
  median(
    lines.map((words) => words.length),
    0,
  );
const beginning = (words: readonly Word[]): number => words[0]?.place.x ?? 0;

function isFull(lines: readonly Word[][]): boolean {
  const width = Math.max(...lines.map(endOf)) - Math.min(...lines.map(beginning));
  const filled = median(
    lines.map((words) => endOf(words) - beginning(words)),
    0,
  );
  return wordsIn(lines) >= MANY_WORDS && filled >= FILL * width;
}

/** Whether lines were broken where their column's width was full. */
function isWrapped(lines: readonly Word[][]): boolean {
  if (lines.length < FEWEST_LINES || wordsIn(lines) < FEWEST_WORDS) return false;
  const end = Math.max(...lines.map(endOf));
  const broken = lines.slice(1).filter((words, index) => {
    const room = end - endOf(lines[index] ?? []);
    return room < (words[0]?.place.width ?? 0) + 0.5 * (words[0]?.place.height ?? 0);
  });
  const goingOn = lines.filter((words) => /^\p{Ll}/u.test(words[0]?.text ?? ""));
  return broken.length >= WRAPPED * (lines.length - 1) && goingOn.length >= GOING_ON * lines.length;
}

const endOf = (words: readonly Word[]): number => Math.max(...words.map(({ place }) => right(place)));
