import type { Line } from "../lines.ts";
import type { Word } from "../page-content.ts";
import { isNumber } from "./numbers.ts";
import { type Row, columnAt, filledColumns, isWrappedAfter } from "./rows.ts";

/** The minimum number of rows with a number in the same column, and their share of the lines with text there. */
const MIN_NUMBERS = 4;
const MIN_NUMBER_SHARE = 0.9;

/**
 * Groups lines into rows by a column with one number in each row, such as an amount or a date: lines without one continue the
 * row above, except headings in the first column. Undefined when no column has such numbers.
 */
export function groupByNumbers(lines: readonly Line[], xs: readonly number[]): Row[] | undefined {
  for (let column = xs.length - 2; column > 0; column -= 1) {
    const rows = groupByColumn(lines, xs, column);
    if (rows) return rows;
  }
  return undefined;
}

function groupByColumn(lines: readonly Line[], xs: readonly number[], column: number): Row[] | undefined {
  const withText = lines.filter((line) => wordsIn(line, xs, column).length > 0);
  const numbers = withText.filter((line) => wordsIn(line, xs, column).every(({ text }) => isNumber(text)));
  if (numbers.length < MIN_NUMBERS || numbers.length < MIN_NUMBER_SHARE * withText.length) return undefined;
  const rows: Row[] = [];
  for (const line of lines) {
    const above = rows.at(-1);
    if (withText.includes(line) || isHeading(line, above, lines, xs)) rows.push([line]);
    else if (above && continuesRow(filledColumns(line, xs), xs)) above.push(line);
    else return undefined;
  }
  return rows;
}

const continuesRow = (columns: readonly number[], xs: readonly number[]): boolean =>
  !columns.includes(0) && columns.length * 2 <= xs.length - 1;

/** Whether a line has text in the first column only, which does not continue the text above. */
function isHeading(line: Line, above: Row | undefined, lines: readonly Line[], xs: readonly number[]): boolean {
  const columns = filledColumns(line, xs);
  const last = above?.at(-1);
  return columns.length === 1 && columns[0] === 0 && !(last && isWrappedAfter(last, line, lines, xs, 0));
}

const wordsIn = ({ words }: Line, xs: readonly number[], column: number): Word[] =>
  words.filter(({ place }) => columnAt(xs, place.x + place.width / 2) === column);
