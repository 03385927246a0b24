import { type Placed, verticalGap } from "../bands.ts";
import { bottom, overlap, right } from "../boxes.ts";
import { type Line, groupIntoLines, letterSize } from "../lines.ts";
import type { Word } from "../page-content.ts";
import type { Stroke } from "../rulings/strokes.ts";
import { columnGap } from "./columns.ts";
import type { FoundTable } from "./fill-grid.ts";
import { columnsOf, rowsOf } from "./grid.ts";
import { isFilled } from "./is-filled.ts";
import { isProse } from "./is-prose.ts";
import { isCaption, isNote, isOneText, isUnit } from "./loose-lines.ts";
import { isNumber } from "./numbers.ts";
import { tableFromText } from "./table-from-text.ts";

/** In letter sizes: the maximum gap between two parts of a table, or between a part and a heading of rows. */
const MAX_GAP = 3;
/** The maximum lines between two parts, and words in one. */
const MAX_LINES_BETWEEN = 3;
const MAX_HEADING_WORDS = 8;
/** The maximum rows of a header. */
const MAX_HEADER_ROWS = 4;
/** The minimum shared width of two parts, as a share of the narrower one. */
const MIN_SHARED_WIDTH = 0.85;
/** The minimum share of numbers in a row of values, without its first cell. */
const MIN_NUMBER_SHARE = 0.5;

/**
 * Joins tables above each other that are parts of one table: a header and its rows, or groups of rows with a heading between
 * them. They have the same columns, and only the first one has headings.
 */
export function joinParts(
  tables: readonly FoundTable[],
  words: readonly Word[],
  strokes: readonly Stroke[],
  page: number,
): FoundTable[] {
  const joined: FoundTable[] = [];
  for (const table of tables.toSorted((a, b) => a.place.y - b.place.y)) {
    const index = joined.findLastIndex((above) => isAbove(above, table));
    const above = joined[index];
    const whole = above && joinTwo(above, table, words, strokes, page);
    if (whole) joined[index] = whole;
    else joined.push(table);
  }
  return joined;
}

function isAbove({ place: upper }: FoundTable, { place: lower }: FoundTable): boolean {
  const shared = overlap(upper.x, right(upper), lower.x, right(lower));
  return shared >= MIN_SHARED_WIDTH * Math.min(upper.width, lower.width) && bottom(upper) <= lower.y + 1;
}

function joinTwo(
  upper: FoundTable,
  lower: FoundTable,
  words: readonly Word[],
  strokes: readonly Stroke[],
  page: number,
): FoundTable | undefined {
  if (upper.basis === "ruled" || lower.basis === "ruled") return undefined;
  if (!startsWithValues(lower)) return undefined;
  const isHeader = rowsOf(upper.grid) <= MAX_HEADER_ROWS && !valueRows(upper).some(Boolean);
  if (!isHeader && columnsOf(upper.grid) !== columnsOf(lower.grid)) return undefined;
  const between = linesBetween(upper, lower, words);
  if (!between || !areNear([upper, ...between, lower])) return undefined;
  const all = groupIntoLines([...upper.words, ...between.flatMap((line) => line.words), ...lower.words]);
  const [top, low] = [upper.place.y - 2, bottom(lower.place) + 2];
  const inside = strokes.filter(({ at }) => at > top && at < low);
  const table = tableFromText(all, { strokes: inside }, page);
  if (!table || columnsOf(table.grid) < columnsOf(lower.grid) || !isFilled(table)) return undefined;
  if (rowsOf(table.grid) < rowsOf(lower.grid) || isProse(all, table.grid.xs)) return undefined;
  return table;
}

/** Whether the first row of a table, except headings of rows, consists mostly of numbers. */
function startsWithValues(table: FoundTable): boolean {
  const isHeading = (row: number): boolean =>
    table.cells.every((cell) => cell.row !== row || cell.column === 0 || cell.text === "");
  const first = Array.from({ length: rowsOf(table.grid) }, (_, row) => row).find((row) => !isHeading(row));
  return first !== undefined && (valueRows(table)[first] ?? false);
}

/** Whether each row consists mostly of numbers after its first cell. */
function valueRows({ cells, grid }: FoundTable): boolean[] {
  return Array.from({ length: rowsOf(grid) }, (_, row) => {
    const texts = cells
      .filter((cell) => cell.row === row && cell.column > 0 && cell.text !== "")
      .map(({ text }) => text);
    const numbers = texts.filter((text) => text.split(/\s+/u).every(isNumber));
    return numbers.length > 0 && numbers.length >= MIN_NUMBER_SHARE * texts.length;
  });
}

/** The lines between two tables when they are headings of rows; undefined when one is other text. */
function linesBetween(upper: FoundTable, lower: FoundTable, words: readonly Word[]): Line[] | undefined {
  const [from, to] = [Math.min(upper.place.x, lower.place.x), Math.max(right(upper.place), right(lower.place))];
  const lines = groupIntoLines(
    words.filter(
      ({ place }) =>
        place.y + place.height / 2 > bottom(upper.place) &&
        place.y + place.height / 2 < lower.place.y &&
        overlap(place.x, right(place), from, to) > 0,
    ),
  );
  if (lines.length > MAX_LINES_BETWEEN) return undefined;
  const areHeadings = lines.every(
    (line) =>
      isOneText(line, columnGap([line])) &&
      line.words.length <= MAX_HEADING_WORDS &&
      !isCaption(line) &&
      !isNote(line) &&
      !isUnit(line),
  );
  return areHeadings ? lines : undefined;
}

function areNear(parts: readonly (FoundTable | Line)[]): boolean {
  const size = letterSize(parts.flatMap(({ words }) => words));
  const placed: Placed[] = [...parts];
  return placed.slice(1).every((part, index) => verticalGap([placed[index] ?? part], [part]) <= MAX_GAP * size);
}
