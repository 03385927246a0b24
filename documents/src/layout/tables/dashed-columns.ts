import { type Interval, midpoint } from "../intervals.ts";
import { boundingBox, right } from "../boxes.ts";
import { type Line, gapsIn, middleY } from "../lines.ts";
import type { Stroke } from "../rulings/strokes.ts";
import { pitchOf } from "./columns.ts";
import type { FoundTable } from "./fill-grid.ts";
import { tableFromText } from "./table-from-text.ts";
import { isTypedText } from "./typed-tables.ts";

/** The minimum columns and rows of such a table, and the maximum lines of its header. */
const MIN_COLUMNS = 3;
const MIN_ROWS = 2;
const MAX_HEADER_LINES = 3;
/** In widths of a letter: the maximum distance between the middles of lines of the header, and of rows with an empty line between them. */
const MAX_HEADER_DISTANCE = 2.6;
const MAX_ROW_DISTANCE = 4.2;
/** In widths of a letter: how far a row may reach beyond the dashes, such as with a sign. */
const MAX_OVERHANG = 2.5;
/** A line that crosses more than this share of the gaps is no row. */
const MAX_CROSSED_SHARE = 0.5;

/** Finds tables whose columns are shown by a typed line of dashes below their header: `------ ------------ ----`. */
export function findDashedTables(
  lines: readonly Line[],
  typedRulings: readonly Line[],
  strokes: readonly Stroke[],
  page: number,
): FoundTable[] {
  const tables: FoundTable[] = [];
  const taken = new Set<Line>();
  for (const ruling of typedRulings) {
    const free = lines.filter((line) => !taken.has(line));
    const rows = ruling.words.length < MIN_COLUMNS ? [] : rowsAround(ruling, free);
    if (rows.length === 0) continue;
    const { y, height } = boundingBox(rows.map(({ place }) => place));
    const inside = strokes.filter(({ at }) => at > y && at < y + height);
    const table = tableFromText(rows, { strokes: inside, gaps: gapsIn(ruling) }, page);
    if (!table) continue;
    tables.push(table);
    for (const row of rows) taken.add(row);
  }
  return tables;
}

/** The lines of the header above a line of dashes, and of the rows below it; none without both. */
function rowsAround(ruling: Line, lines: readonly Line[]): Line[] {
  const pitch = pitchOf([ruling]);
  if (pitch === undefined) return [];
  const gaps = gapsIn(ruling);
  const isRow = (line: Line): boolean =>
    line.place.x > ruling.place.x - MAX_OVERHANG * pitch &&
    right(line.place) < right(ruling.place) + MAX_OVERHANG * pitch &&
    !isTypedText(line, pitch) &&
    crossedCount(line, gaps) <= MAX_CROSSED_SHARE * gaps.length;
  const above = lines.filter((line) => middleY(line) < middleY(ruling)).toReversed();
  const below = lines.filter((line) => middleY(line) > middleY(ruling));
  const header = near(
    above,
    ruling,
    MAX_HEADER_DISTANCE * pitch,
    (line) => isRow(line) && crossedCount(line, gaps) === 0,
  );
  const rows = near(below, ruling, MAX_ROW_DISTANCE * pitch, isRow);
  return header.length > 0 && rows.length >= MIN_ROWS
    ? [...header.slice(0, MAX_HEADER_LINES).toReversed(), ...rows]
    : [];
}

/** The first lines that are no more than `maxDistance` apart and fit. */
function near(lines: readonly Line[], from: Line, maxDistance: number, fits: (line: Line) => boolean): Line[] {
  const end = lines.findIndex(
    (line, index) => Math.abs(middleY(line) - middleY(lines[index - 1] ?? from)) > maxDistance || !fits(line),
  );
  return end < 0 ? [...lines] : lines.slice(0, end);
}

const crossedCount = ({ words }: Line, gaps: readonly Interval[]): number =>
  gaps.filter((gap) => words.some(({ place }) => place.x < midpoint(gap) && right(place) > midpoint(gap))).length;
