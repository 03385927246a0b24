import { boundingBox, bottom, median, right } from "../boxes.ts";
import { type Interval, atLeastWide, midpoint, subtractIntervals, xInterval } from "../intervals.ts";
import { type Line, gapsIn, middleY } from "../lines.ts";
import type { Stroke } from "../rulings/strokes.ts";
import { columnGap, findColumnGaps, pitchOf } from "./columns.ts";
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
/** In widths of a letter: a gap that is wider than a space. */
const MIN_COLUMN_GAP = 1.5;
/** The maximum share of numbers in a line of text. */
const MAX_TEXT_NUMBERS = 0.25;
/** In widths of a letter: the maximum distance between the middles of rows, with one line of dashes or an empty one between them. */
const MAX_ROW_DISTANCE = 4.2;
/** In widths of a letter: the minimum distance of a total from the row above, with a line of dashes or an empty one between them. */
const MIN_TOTAL_DISTANCE = 3;
/** After this many rows, a line that closes more than this share of the gaps is below the table. */
const SETTLED_ROWS = 3;
const MAX_CLOSED_SHARE = 0.4;
/** The minimum share of numbers in at least one column after the first, and of filled cells. */
const MIN_NUMBER_SHARE = 0.6;
const MIN_FILLED_SHARE = 0.5;

/** Finds tables in monospaced text whose columns may be one space apart: the same space in all rows separates columns. */
export function findTypedTables(lines: readonly Line[], strokes: readonly Stroke[], page: number): FoundTable[] {
  const typed = lines.filter(({ words }) => words.every(({ angle }) => angle === undefined));
  const letter = pitchOf(typed);
  if (typed.length < MIN_ROWS || letter === undefined) return [];
  const tables: FoundTable[] = [];
  for (let start = 0; start + MIN_ROWS <= typed.length; start += 1) {
    const run = bestRunFrom(typed, start, letter);
    if (!run) continue;
    const { rows, gaps } = run;
    const { y, height } = boundingBox(rows.map(({ place }) => place));
    const inside = strokes.filter(({ at }) => at > y && at < y + height);
    const table = tableFromText(rows, { strokes: inside, gaps }, page);
    if (!table) continue;
    tables.push(table);
    start = run.end - 1;
  }
  return tables;
}

interface TypedRows {
  rows: readonly Line[];
  gaps: Interval[];
  /** The index of the first line after the rows. */
  end: number;
}

/** The maximum lines of a heading above the header. */
const MAX_HEADING_LINES = 3;

/** The rows of a table from `start` on, without the lines of a heading that cross gaps of all other rows. */
function bestRunFrom(lines: readonly Line[], start: number, letter: number): TypedRows | undefined {
  const first = tableRowsFrom(lines, start, letter);
  if (!first) return undefined;
  let best = first;
  for (let skipped = 1; skipped <= MAX_HEADING_LINES; skipped += 1) {
    const other = tableRowsFrom(lines, start + skipped, letter);
    if (other && other.end >= first.end && other.gaps.length > best.gaps.length) best = other;
  }
  return best;
}

/** The lines from `start` on if they are a table with at least one gap as narrow as a space. */
function tableRowsFrom(lines: readonly Line[], start: number, letter: number): TypedRows | undefined {
  const run = runFrom(lines, start, letter);
  const rows = lines.slice(start, run.end);
  if (rows.length < MIN_ROWS) return undefined;
  const usualGap = columnGap(rows);
  const gaps = withoutSpaces(rows, run.gaps, usualGap);
  // Wider gaps are found with all other tables, and their rows are grouped with more care.
  const isNarrow = gaps.some(({ from, to }) => to - from < usualGap);
  if (!isNarrow || gaps.length <= findColumnGaps(rows, usualGap).length || !isTable(rows, gaps)) return undefined;
  return { rows, gaps, end: run.end };
}

/** The lines from `start` on that share gaps, and are at most `maxRowDistance` widths of a letter apart. */
function runFrom(
  lines: readonly Line[],
  start: number,
  letter: number,
  maxRowDistance = MAX_ROW_DISTANCE,
): { end: number; gaps: Interval[] } {
  const first = lines[start];
  if (!first) return { end: start, gaps: [] };
  let gaps = gapsIn(first);
  let end = start + 1;
  for (; end < lines.length; end += 1) {
    const [above, line] = [lines[end - 1], lines[end]];
    if (!above || !line || middleY(line) - middleY(above) > maxRowDistance * letter) break;
    if (isTypedText(line, letter)) break;
    const isTotal = end - start >= SETTLED_ROWS && middleY(line) - middleY(above) > MIN_TOTAL_DISTANCE * letter;
    // A total below a line of dashes may be wider than its column.
    const own = line.words.filter(({ text }) => !isTotal || !isNumber(text)).map(({ place }) => xInterval(place));
    // Text beyond the columns so far belongs to another structure.
    const left = atLeastWide(subtractIntervals(gaps, own), MIN_SPACE * letter);
    if (left.length === 0 || (end - start >= SETTLED_ROWS && left.length < (1 - MAX_CLOSED_SHARE) * gaps.length)) break;
    gaps = left;
  }
  const rows = lines.slice(start, end);
  return { end, gaps: gaps.filter((gap) => rows.filter((row) => isDivided(row, gap)).length >= 0.5 * rows.length) };
}

/** The gaps between the columns of typed lines of one table, if some are as narrow as a space. */
export function narrowGaps(lines: readonly Line[]): { gaps?: Interval[] } {
  const letter = pitchOf(lines);
  if (lines.length < MIN_ROWS || letter === undefined) return {};
  const { end, gaps: found } = runFrom(lines, 0, letter, Infinity);
  const usualGap = columnGap(lines);
  const gaps = withoutSpaces(lines, found, usualGap);
  const isBetter = end === lines.length && gaps.length > findColumnGaps(lines, usualGap).length;
  return isBetter && isTable(lines, gaps) ? { gaps } : {};
}

/** Whether a line is text: at least this many words, all one space apart. */
const MIN_TEXT_WORDS = 8;
export const isTypedText = (line: Line, letter: number): boolean =>
  line.words.length >= MIN_TEXT_WORDS &&
  atLeastWide(gapsIn(line), MIN_COLUMN_GAP * letter).length === 0 &&
  line.words.filter(({ text }) => isNumber(text)).length <= MAX_TEXT_NUMBERS * line.words.length;

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
    if (followsSameWord(rows, gap)) return false;
    return (
      rows.filter((row) => isDivided(row, gap)).length >= MIN_NARROW_ROWS && (isNumeric(index) || isNumeric(index + 1))
    );
  });
}

/** A word, and no code or unit, which a column may repeat. */
const WORD = /^\p{L}{4,}$/u;
/** The minimum share of rows with the same word before a space. */
const MIN_SAME_SHARE = 0.75;

/** Whether most rows have the same word before a gap, as in texts that start alike: 'PLASTIC BOX 12 L', 'PLASTIC BOX 30 L'. */
function followsSameWord(rows: readonly Line[], gap: Interval): boolean {
  const before = rows
    .filter((row) => isDivided(row, gap))
    .map(({ words }) => words.findLast(({ place }) => right(place) <= gap.from + 0.01)?.text ?? "");
  return [...new Set(before)].some(
    (word) => WORD.test(word) && before.filter((other) => other === word).length >= MIN_SAME_SHARE * before.length,
  );
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
