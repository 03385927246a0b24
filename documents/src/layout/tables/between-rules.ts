import { whiteBetween } from "../bands.ts";
import { right } from "../boxes.ts";
import { type Line, linesOf } from "../lines.ts";
import type { Word } from "../marks.ts";
import type { Stroke } from "../rules/straight.ts";
import { type Hints, tableFromText } from "./from-text.ts";
import { isProse } from "./prose.ts";
import { columnAt } from "./rows.ts";
import type { FoundTable } from "./table.ts";

/** In letter sizes: how far level lines of one table may end from each other. */
const SAME_END = 0.6;
/** In letter sizes: rows of one table are not further apart. */
const MOST_WHITE = 2;
const MOST_HEADING_LINES = 4;
/** Stretches of page that are tried; a page that draws more is no page of tables. */
const MOST_TRIES = 80;

/** Tables between level lines that are equally long: rules over and under, or the edges of shaded rows. */
export function tablesBetweenRules(
  words: readonly Word[],
  strokes: readonly Stroke[],
  page: number,
  letterSize: number,
): FoundTable[] {
  const tables: FoundTable[] = [];
  let free = [...words];
  for (const group of equallyLong(strokes, SAME_END * letterSize)) {
    let tries = 0;
    for (let first = 0; first + 1 < group.length; first += 1) {
      for (let last = group.length - 1; last > first && tries < MOST_TRIES; last -= 1) {
        tries += 1;
        const table = tableBetween(free, group.slice(first, last + 1), strokes, page, letterSize);
        if (!table) continue;
        tables.push(table);
        const taken = new Set(table.words);
        free = free.filter((word) => !taken.has(word));
        first = last - 1;
        break;
      }
    }
  }
  return tables;
}

/** Lines from top to bottom that begin and end alike; lone ones are left out. */
function equallyLong(strokes: readonly Stroke[], slack: number): Stroke[][] {
  const groups: Stroke[][] = [];
  for (const stroke of strokes.toSorted((a, b) => a.at - b.at)) {
    const group = groups.find(
      ([first]) => first && Math.abs(first.from - stroke.from) <= slack && Math.abs(first.to - stroke.to) <= slack,
    );
    if (group) group.push(stroke);
    else groups.push([stroke]);
  }
  return groups.filter((group) => group.length > 1);
}

function tableBetween(
  words: readonly Word[],
  group: readonly Stroke[],
  strokes: readonly Stroke[],
  page: number,
  letterSize: number,
): FoundTable | undefined {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last || last.at - first.at < 1.5 * letterSize) return undefined;
  const outer = { from: first.from, to: first.to };
  const within = linesOf(words.filter(({ place }) => isBetween(place.x + place.width / 2, outer.from, outer.to)));
  const isInside = ({ place }: Line): boolean => isBetween(place.y + place.height / 2, first.at, last.at);
  const inside = within.filter(isInside);
  if (inside.length < 2) return undefined;
  const hints = { strokes: strokes.filter((stroke) => isAmong(stroke, first, last, letterSize)), outer };
  const table = tableFromText(inside, hints, page);
  if (!table || isProse(inside, table.grid.xs)) return undefined;
  if (inside.length <= MOST_HEADING_LINES) {
    const whole = belowHeading(within, within.findLastIndex(isInside), inside, table, hints, page, letterSize);
    if (whole) return whole;
  }
  const lines = withNeighbours(within, isInside, table.grid.xs, letterSize);
  return lines.length > inside.length ? (tableFromText(lines, hints, page) ?? table) : table;
}

/**
 * Few lines are a shaded heading more often than a table: the rows stand below it, and may be wider than its words. So all
 * lines below, as many as keep its columns, are looked at with it.
 */
function belowHeading(
  lines: readonly Line[],
  last: number,
  heading: readonly Line[],
  { grid }: FoundTable,
  hints: Hints,
  page: number,
  letterSize: number,
): FoundTable | undefined {
  let end = last + 1;
  while (
    end < lines.length &&
    whiteBetween(lines.slice(end - 1, end), lines.slice(end, end + 1)) <= MOST_WHITE * letterSize
  ) {
    end += 1;
  }
  let best: FoundTable | undefined;
  for (let tries = 0; end > last + 2 && tries < MOST_TRIES; end -= 1, tries += 1) {
    const all = [...heading, ...lines.slice(last + 1, end)];
    const table = tableFromText(all, hints, page);
    if (!table || table.grid.xs.length <= (best?.grid.xs.length ?? 2) || isProse(all, table.grid.xs)) continue;
    best = table;
    if (best.grid.xs.length >= grid.xs.length) return best;
  }
  // A heading of several lines may seem to have a column more than there are.
  return best && best.grid.xs.length >= grid.xs.length - 1 ? best : undefined;
}

const isBetween = (at: number, from: number, to: number): boolean => at > from && at < to;
const isAmong = ({ at, from, to }: Stroke, first: Stroke, last: Stroke, letterSize: number): boolean =>
  at >= first.at && at <= last.at && from >= first.from - letterSize && to <= first.to + letterSize;

/** Rows above and below that the lines do not reach: where every second row is shaded, the first and last may not be. */
function withNeighbours(
  lines: readonly Line[],
  isInside: (line: Line) => boolean,
  xs: readonly number[],
  letterSize: number,
): Line[] {
  let first = lines.findIndex(isInside);
  let last = lines.findLastIndex(isInside);
  const whites = lines
    .slice(first + 1, last + 1)
    .map((line, index) => whiteBetween([lines[first + index] ?? line], [line]));
  const mostWhite = Math.min(Math.max(0, ...whites), 2 * letterSize) + 0.3 * letterSize;
  for (let unit = unitFrom(lines, first, -1, xs); unit > 0; unit = unitFrom(lines, first, -1, xs)) {
    if (whiteBetween(lines.slice(first - unit, first), lines.slice(first, first + 1)) > mostWhite) break;
    first -= unit;
  }
  for (let unit = unitFrom(lines, last, 1, xs); unit > 0; unit = unitFrom(lines, last, 1, xs)) {
    if (whiteBetween(lines.slice(last, last + 1), lines.slice(last + 1, last + 1 + unit)) > mostWhite) break;
    last += unit;
  }
  return lines.slice(first, last + 1);
}

/** Lines that a row of wrapped texts has at most. */
const MOST_UNIT = 3;

/** How many of the next lines make a row together; 0 when they do not. */
function unitFrom(lines: readonly Line[], from: number, step: 1 | -1, xs: readonly number[]): number {
  const words: Word[] = [];
  for (let unit = 1; unit <= MOST_UNIT; unit += 1) {
    const line = lines[from + step * unit];
    if (!line) return 0;
    words.push(...line.words);
    if (!isRow(words, xs)) continue;
    // What stands half a line higher or lower beside it belongs to it.
    const places = words.map(({ place }) => ({ place }));
    let [end, next] = [unit, lines[from + step * (unit + 1)]];
    while (next && Math.max(whiteBetween([next], places), whiteBetween(places, [next])) < 0) {
      end += 1;
      next = lines[from + step * (end + 1)];
    }
    return end;
  }
  return 0;
}

/** Whether words stand in most columns, and nothing across the edges between. */
function isRow(words: readonly Word[], xs: readonly number[]): boolean {
  const isCrossing = words.some(({ place }) =>
    xs.slice(1, -1).some((x) => place.x < x - 0.5 && right(place) > x + 0.5),
  );
  const filled = new Set(words.map(({ place }) => columnAt(xs, place.x + place.width / 2)));
  return !isCrossing && filled.size > 1 && filled.size * 2 >= xs.length - 1;
}
