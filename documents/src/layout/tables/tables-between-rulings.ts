import type { PagePlace } from "@precount/domain";
import { boundingBox, bottom, right } from "../boxes.ts";
import { type Line, groupIntoLines } from "../lines.ts";
import type { Word } from "../page-content.ts";
import type { Stroke } from "../rulings/strokes.ts";
import { columnGap } from "./columns.ts";
import { isCaption, isOneText, trimLooseLines } from "./loose-lines.ts";
import { narrowGaps } from "./typed-tables.ts";
import { tableFromText } from "./table-from-text.ts";
import { isFilled } from "./is-filled.ts";
import { isProse } from "./is-prose.ts";
import { rowsOf } from "./grid.ts";
import { withAdjacentRows } from "./adjacent-rows.ts";
import type { FoundTable } from "./fill-grid.ts";

/** In letter sizes: the maximum distance between the ends of one table's horizontal lines. */
const MAX_END_DISTANCE = 0.6;
/** In letter sizes: nearer lines are one, such as a line on the edge of a shaded row. */
const MAX_LEVEL_DISTANCE = 0.45;
const MIN_ROWS = 4;
/** The maximum number of candidates per group of lines; pages with more are drawings. */
const MAX_CANDIDATES = 80;

/** Finds tables between horizontal lines of equal length: rulings above and below, or the edges of shaded rows. */
export function findTablesBetweenRulings(
  words: readonly Word[],
  strokes: readonly Stroke[],
  page: number,
  letterSize: number,
): FoundTable[] {
  const tables: FoundTable[] = [];
  let remaining = [...words];
  for (const group of groupByEnds(strokes, MAX_END_DISTANCE * letterSize)) {
    let candidates = 0;
    for (let first = 0; first + 1 < group.length; first += 1) {
      for (let last = group.length - 1; last > first && candidates < MAX_CANDIDATES; last -= 1) {
        candidates += 1;
        const table = tableBetween(remaining, group.slice(first, last + 1), strokes, page, letterSize);
        if (!table) continue;
        tables.push(table);
        const taken = new Set(table.words);
        remaining = remaining.filter((word) => !taken.has(word));
        first = last - 1;
        break;
      }
    }
  }
  return tables;
}

/** Groups lines with the same ends, from top to bottom. Drops groups of one. */
function groupByEnds(strokes: readonly Stroke[], slack: number): Stroke[][] {
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
  const linesInWidth = groupIntoLines(
    words.filter(({ place }) => isBetween(place.x + place.width / 2, outer.from, outer.to)),
  );
  const isInside = ({ place }: Line): boolean => isBetween(place.y + place.height / 2, first.at, last.at);
  const region = linesInWidth.filter(isInside);
  if (region.length < 2) return undefined;
  const usualGap = columnGap(region);
  const inside = trimLooseLines(region, outer, usualGap);
  // The region contains several tables. The next candidates are smaller.
  if (inside.length < 2 || inside.some((line) => isCaption(line) && isOneText(line, usualGap))) return undefined;
  const place = boundingBox(inside.map((line) => line.place));
  const hints = {
    strokes: strokes.filter(
      (stroke) =>
        isAmong(stroke, first, last, letterSize) &&
        (inside.length === region.length || isBetween(stroke.at, place.y - letterSize, bottom(place) + letterSize)),
    ),
    outer,
    ...narrowGaps(inside),
  };
  const table = tableFromText(inside, hints, page);
  if (!table || isProse(inside, table.grid.xs) || !isFilled(table)) return undefined;
  if (lacksLabels(inside, table.grid.xs, words)) return undefined;
  // A heading between two lines belongs to the table below it and is no table.
  const levels = group.filter(
    ({ at }, index) => at - (group[index - 1]?.at ?? -Infinity) > MAX_LEVEL_DISTANCE * letterSize,
  );
  if (levels.length < 3 && rowsOf(table.grid) < MIN_ROWS) return undefined;
  if (inside.length < region.length) return table;
  const lines = withAdjacentRows(linesInWidth, isInside, letterSize);
  return lines.length > inside.length ? (tableFromText(lines, hints, page) ?? table) : table;
}

/** The minimum shares of numbers in a first column without labels, and of its lines with a text to the left. */
const MIN_FIRST_NUMBERS = 0.7;
const MIN_LABEL_SHARE = 0.5;
/** In letter sizes: the maximum distance of the middles of words on one line. */
const MAX_MIDDLE_DISTANCE = 0.2;

/** Whether the horizontal lines are subtotals: they start at the first column of numbers, and the labels are to the left. */
function lacksLabels(inside: readonly Line[], xs: readonly number[], words: readonly Word[]): boolean {
  const [left = 0, end = 0] = xs;
  const first = inside.filter((line) => line.words.some(({ place }) => place.x < end));
  const numbers = first.filter(({ words: [word] }) => word && !/\p{L}/u.test(word.text));
  if (numbers.length < MIN_FIRST_NUMBERS * first.length) return false;
  const labels = words.filter(({ place }) => right(place) <= left + 0.5 * place.height);
  const labeled = numbers.filter(({ place }) =>
    labels.some((label) => Math.abs(middle(label) - middle({ place })) < MAX_MIDDLE_DISTANCE * place.height),
  );
  return labeled.length >= MIN_LABEL_SHARE * numbers.length;
}
const middle = ({ place }: { place: PagePlace }): number => place.y + place.height / 2;
const isBetween = (at: number, from: number, to: number): boolean => at > from && at < to;
const isAmong = ({ at, from, to }: Stroke, first: Stroke, last: Stroke, letterSize: number): boolean =>
  at >= first.at && at <= last.at && from >= first.from - letterSize && to <= first.to + letterSize;
