import { around, bottom, median, overlap } from "../boxes.ts";
import { type Line, letterSize } from "../lines.ts";
import type { Stroke } from "../rules/straight.ts";
import type { Stretch } from "../stretches.ts";
import { crossed, edgesAt } from "./columns.ts";
import type { Grid } from "./grid.ts";

/** In letter sizes: level lines no further apart than that are one edge, and a row is no lower. */
const SAME_EDGE = 0.45;
/** Of a table's width: what goes across most of it parts rows; what is shorter only underlines. */
const PART = 0.35;
const WHOLE = 0.97;
/** Of a cell's width, so much must be drawn below it. */
const WALL = 0.6;
const FEWEST_ROWS = 4;
/** Lines of text that a row usually has at most, where each is parted from the next by a line. */
const MOST_LINES = 3;

/**
 * Where level lines part all rows but are broken over some columns, cells are merged downwards there. The grid that they
 * draw with the columns that the text shows; undefined where lines are whole, or too few to part all rows.
 */
export function gridOfBrokenLevels(
  lines: readonly Line[],
  gaps: readonly Stretch[],
  outer: Stretch,
  strokes: readonly Stroke[],
  usualGap: number,
): Grid | undefined {
  const width = outer.to - outer.from;
  const covers = ({ from, to }: Stroke): number => overlap(from, to, outer.from, outer.to) / width;
  const parting = strokes.filter((stroke) => covers(stroke) > PART);
  if (parting.every((stroke) => covers(stroke) > WHOLE)) return undefined;
  const size = letterSize(lines.flatMap(({ words }) => words));
  const edges = edgesOf(parting, SAME_EDGE * size);
  const ys = withEnds(edges, lines, size);
  const bands = ys.slice(1).map((low, row) => lines.filter((line) => isBetween(line, ys[row] ?? 0, low)));
  if (bands.length < FEWEST_ROWS || bands.some((band) => band.length === 0)) return undefined;
  if (
    median(
      bands.map(({ length }) => length),
      0,
    ) > MOST_LINES
  )
    return undefined;
  const xs = edgesAt(gaps, outer);
  const isDrawn = (y: number, from: number, to: number): boolean =>
    parting.some(
      (stroke) =>
        Math.abs(stroke.at - y) <= SAME_EDGE * size && overlap(stroke.from, stroke.to, from, to) > WALL * (to - from),
    );
  return {
    xs,
    ys,
    wallRight: bands.map((band) => {
      const open = new Set(band.flatMap((line) => crossed(gaps, line, usualGap)));
      return [...gaps.map((gap) => !open.has(gap)), true];
    }),
    wallBelow: bands.map((_, row) => {
      const y = ys[row + 1] ?? 0;
      return xs.slice(1).map((to, column) => !edges.includes(y) || isDrawn(y, xs[column] ?? 0, to));
    }),
  };
}

function edgesOf(strokes: readonly Stroke[], distance: number): number[] {
  const edges: number[] = [];
  for (const { at } of strokes.toSorted((a, b) => a.at - b.at)) {
    if (at - (edges.at(-1) ?? -Infinity) > distance) edges.push(at);
  }
  return edges;
}

/** A first row may have no line above it, and the last none below. */
function withEnds(edges: readonly number[], lines: readonly Line[], size: number): number[] {
  const { y, height } = around(lines.map(({ place }) => place));
  const [first, last] = [edges[0] ?? Infinity, edges.at(-1) ?? -Infinity];
  const above = y < first - 0.5 * size ? [y] : [];
  const below = y + height > last + 0.5 * size ? [y + height] : [];
  return [...above, ...edges, ...below];
}

function isBetween({ place }: Line, top: number, low: number): boolean {
  const middle = (place.y + bottom(place)) / 2;
  return middle > top && middle <= low;
}
