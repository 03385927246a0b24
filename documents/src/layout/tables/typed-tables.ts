import { verticalGap } from "../bands.ts";
import { boundingBox, bottom, median, right } from "../boxes.ts";
import { type Interval, atLeastWide, gapsBetween, midpoint, subtractIntervals, xInterval } from "../intervals.ts";
import { type Line, letterSize } from "../lines.ts";
import type { Stroke } from "../rulings/strokes.ts";
import { columnGap, findColumnGaps, isMonospaced } from "./columns.ts";
import type { FoundTable } from "./fill-grid.ts";
import { isNumber } from "./numbers.ts";
import { columnAt } from "./rows.ts";
import { tableFromText } from "./table-from-text.ts";

/** The minimum rows of a table: the spaces of fewer lines of text are often below each other. */
const MIN_ROWS = 4;
/** The minimum rows with text on both sides of a gap as narrow as a space. */
const MIN_NARROW_ROWS = 5;
/** The width of a space, in widths of a letter. */
const MIN_SPACE = 0.5;
/** In letter sizes: the maximum gap between rows. */
const MAX_ROW_GAP = 1.5;
/** After this many rows, a line that closes more than this share of the gaps is below the table. */
const SETTLED_ROWS = 3;
const MAX_CLOSED_SHARE = 0.4;
/** The minimum share of numbers in at least one column after the first, and of filled cells. */
const MIN_NUMBER_SHARE = 0.6;
const MIN_FILLED_SHARE = 0.5;

/** Finds tables in monospaced text whose columns may be one space apart: the same space in all rows separates columns. */
export function findTypedTables(lines: readonly Line[], strokes: readonly Stroke[], page: number): FoundTable[] {
  const typed = lines.filter(({ words }) => words.every(({ angle }) => angle === undefined));
  if (typed.length < MIN_ROWS || !isMonospaced(typed)) return [];
  const letter = letterWidth(typed);
  const tables: FoundTable[] = [];
  for (let start = 0; start + MIN_ROWS <= typed.length; start += 1) {
    const run = runFrom(typed, start, letter);
    const rows = typed.slice(start, run.end);
    const usualGap = columnGap(rows);
    const gaps = withoutSpaces(rows, run.gaps, usualGap);
    // Wider gaps are found with all other tables, and their rows are grouped with more care.
    const isNarrow = gaps.some(({ from, to }) => to - from < usualGap);
    if (!isNarrow || gaps.length <= findColumnGaps(rows, usualGap).length || !isTable(rows, gaps)) continue;
    const { y, height } = boundingBox(rows.map(({ place }) => place));
    const inside = strokes.filter(({ at }) => at > y && at < y + height);
    const table = tableFromText(rows, { strokes: inside, gaps }, page);
    if (!table) continue;
    tables.push(table);
    start = run.end - 1;
  }
  return tables;
}

const letterWidth = (lines: readonly Line[]): number =>
  median(
    lines.flatMap(({ words }) => words.map(({ place, text }) => place.width / text.length)),
    6,
  );

/** The lines from `start` on that share gaps. */
function runFrom(lines: readonly Line[], start: number, letter: number): { end: number; gaps: Interval[] } {
  const first = lines[start];
  if (!first) return { end: start, gaps: [] };
  const size = letterSize(first.words);
  let gaps = gapsIn(first);
  let end = start + 1;
  for (; end < lines.length; end += 1) {
    const [above, line] = [lines[end - 1], lines[end]];
    if (!above || !line || verticalGap([above], [line]) > MAX_ROW_GAP * size) break;
    const own = line.words.map(({ place }) => xInterval(place));
    // Text beyond the columns so far belongs to another structure.
    const left = atLeastWide(subtractIntervals(gaps, own), MIN_SPACE * letter);
    if (left.length === 0 || (end - start >= SETTLED_ROWS && left.length < (1 - MAX_CLOSED_SHARE) * gaps.length)) break;
    gaps = left;
  }
  const rows = lines.slice(start, end);
  return { end, gaps: gaps.filter((gap) => rows.filter((row) => isDivided(row, gap)).length >= 0.5 * rows.length) };
}

const gapsIn = ({ words }: Line): Interval[] => gapsBetween(words.map(({ place }) => xInterval(place)));

const isDivided = ({ words }: Line, gap: Interval): boolean =>
  words.some(({ place }) => right(place) <= gap.from + 0.01) && words.some(({ place }) => place.x >= gap.to - 0.01);

/** Removes narrow gaps that may be spaces of a text: those in few rows, or without a column of numbers beside them. */
function withoutSpaces(rows: readonly Line[], gaps: readonly Interval[], usualGap: number): Interval[] {
  const xs = [-Infinity, ...gaps.map(midpoint), Infinity];
  const isNumeric = (column: number): boolean => {
    const cells = cellsIn(rows, xs, column);
    return cells.length >= MIN_ROWS && cells.filter(isNumber).length >= MIN_NUMBER_SHARE * cells.length;
  };
  return gaps.filter((gap, index) => {
    if (gap.to - gap.from >= usualGap) return true;
    if (cellsIn(rows, xs, index + 1).every((text) => UNIT.test(text))) return false;
    return (
      rows.filter((row) => isDivided(row, gap)).length >= MIN_NARROW_ROWS && (isNumeric(index) || isNumeric(index + 1))
    );
  });
}

/** A currency or a unit after a number. */
const UNIT = /^(?:[€$£¥%]|\p{L}{1,3})$/u;

/** The texts in a column, without empty cells. */
const cellsIn = (rows: readonly Line[], xs: readonly number[], column: number): string[] =>
  rows.flatMap(({ words }) => {
    const inside = words.filter(({ place }) => columnAt(xs, place.x + place.width / 2) === column);
    return inside.length > 0 ? [inside.map(({ text }) => text).join("")] : [];
  });

function isTable(rows: readonly Line[], gaps: readonly Interval[]): boolean {
  if (rows.length < MIN_ROWS || gaps.length === 0) return false;
  const { x, width } = boundingBox(rows.map(({ place }) => place));
  const xs = [x, ...gaps.map(midpoint), x + width];
  const columns = rows.map(({ words }) => Map.groupBy(words, ({ place }) => columnAt(xs, place.x + place.width / 2)));
  const filled = median(
    columns.map(({ size }) => size),
    0,
  );
  if (filled < MIN_FILLED_SHARE * (xs.length - 1)) return false;
  return xs.slice(2).some((_, index) => {
    const cells = columns.flatMap(
      (row) =>
        row
          .get(index + 1)
          ?.map(({ text }) => text)
          .join("") ?? [],
    );
    return cells.length >= MIN_ROWS - 1 && cells.filter(isNumber).length >= MIN_NUMBER_SHARE * cells.length;
  });
}

/** A line of dashes that was typed as a ruling. */
const TYPED_RULING = /^(?:[-–—]{3,}|[=_─━]{3,})$/u;

/** Whether all words of a line are typed rulings. */
export const isTypedRuling = ({ words }: Line): boolean => words.every(({ text }) => TYPED_RULING.test(text));

/** The strokes that typed rulings draw. */
export const typedStrokes = ({ words }: Line): Stroke[] =>
  words.map(({ place }) => ({
    at: (place.y + bottom(place)) / 2,
    from: place.x,
    to: right(place),
    isEdge: false,
  }));
