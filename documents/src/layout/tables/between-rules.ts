import { type Line, linesOf } from "../lines.ts";
import type { Word } from "../marks.ts";
import type { Stroke } from "../rules/straight.ts";
import { tableFromText } from "./from-text.ts";
import { isProse } from "./prose.ts";
import { rowsOf } from "./grid.ts";
import { withNeighbours } from "./neighbours.ts";
import type { FoundTable } from "./table.ts";

/** In letter sizes: how far level lines of one table may end from each other. */
const SAME_END = 0.6;
/** In letter sizes: a line on the edge of a shaded row is one with it. */
const SAME_LEVEL = 0.45;
const FEWEST_ROWS = 4;
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
  // A heading between two lines is the heading of what stands below, whatever shows that.
  const levels = group.filter(({ at }, index) => at - (group[index - 1]?.at ?? -Infinity) > SAME_LEVEL * letterSize);
  if (levels.length < 3 && rowsOf(table.grid) < FEWEST_ROWS) return undefined;
  const lines = withNeighbours(within, isInside, letterSize);
  return lines.length > inside.length ? (tableFromText(lines, hints, page) ?? table) : table;
}

const isBetween = (at: number, from: number, to: number): boolean => at > from && at < to;
const isAmong = ({ at, from, to }: Stroke, first: Stroke, last: Stroke, letterSize: number): boolean =>
  at >= first.at && at <= last.at && from >= first.from - letterSize && to <= first.to + letterSize;
