import { boundingBox, bottom, median, overlap } from "../boxes.ts";
import { type Line, letterSize } from "../lines.ts";
import type { Stroke } from "../rulings/strokes.ts";
import type { Interval } from "../intervals.ts";
import { crossedGaps, columnEdges } from "./columns.ts";
import type { Grid } from "./grid.ts";
import { columnAt } from "./rows.ts";

/** In letter sizes: nearer horizontal lines are one edge. No row is as low. */
const MAX_EDGE_DISTANCE = 0.45;
/** Shares of a table's width: the minimum length of a line between rows (shorter ones are underlines), and of an unbroken line. */
const MIN_SEPARATOR_SHARE = 0.35;
const MIN_UNBROKEN_SHARE = 0.97;
/** The minimum drawn share of a cell's lower side. */
const MIN_WALL_SHARE = 0.6;
const MIN_ROWS = 4;
/** The maximum median number of text lines per row when all rows are separated by lines. */
const MAX_LINES_PER_ROW = 3;

/**
 * The grid of a table whose horizontal lines separate all rows but are broken over some columns, where cells are merged
 * vertically. Columns come from gaps in the text. Undefined when no line is broken, or when lines do not separate all rows.
 */
export function gridOfBrokenRulings(
  lines: readonly Line[],
  gaps: readonly Interval[],
  outer: Interval,
  strokes: readonly Stroke[],
  usualGap: number,
): Grid | undefined {
  const width = outer.to - outer.from;
  const covers = ({ from, to }: Stroke): number => overlap(from, to, outer.from, outer.to) / width;
  const separators = strokes.filter((stroke) => covers(stroke) > MIN_SEPARATOR_SHARE);
  if (separators.every((stroke) => covers(stroke) > MIN_UNBROKEN_SHARE)) return undefined;
  const size = letterSize(lines.flatMap(({ words }) => words));
  const edges = mergeEdges(separators, MAX_EDGE_DISTANCE * size);
  const ys = withOuterEdges(edges, lines, size);
  const bands = ys.slice(1).map((low, row) => lines.filter((line) => isBetween(line, ys[row] ?? 0, low)));
  if (bands.length < MIN_ROWS || bands.some((band) => band.length === 0)) return undefined;
  if (
    median(
      bands.map(({ length }) => length),
      0,
    ) > MAX_LINES_PER_ROW
  )
    return undefined;
  const xs = columnEdges(gaps, outer);
  if (bands.some((band) => areSeveralRows(band, xs))) return undefined;
  const isDrawn = (y: number, from: number, to: number): boolean =>
    separators.some(
      (stroke) =>
        Math.abs(stroke.at - y) <= MAX_EDGE_DISTANCE * size &&
        overlap(stroke.from, stroke.to, from, to) > MIN_WALL_SHARE * (to - from),
    );
  return {
    xs,
    ys,
    wallRight: bands.map((band) => {
      const open = new Set(band.flatMap((line) => crossedGaps(gaps, line, usualGap)));
      return [...gaps.map((gap) => !open.has(gap)), true];
    }),
    wallBelow: bands.map((_, row) => {
      const y = ys[row + 1] ?? 0;
      return xs.slice(1).map((to, column) => !edges.includes(y) || isDrawn(y, xs[column] ?? 0, to));
    }),
  };
}

function mergeEdges(strokes: readonly Stroke[], distance: number): number[] {
  const edges: number[] = [];
  for (const { at } of strokes.toSorted((a, b) => a.at - b.at)) {
    if (at - (edges.at(-1) ?? -Infinity) > distance) edges.push(at);
  }
  return edges;
}

/** Adds the outer edges when there is no line above the first row or below the last. */
function withOuterEdges(edges: readonly number[], lines: readonly Line[], size: number): number[] {
  const { y, height } = boundingBox(lines.map(({ place }) => place));
  const [first, last] = [edges[0] ?? Infinity, edges.at(-1) ?? -Infinity];
  const above = y < first - 0.5 * size ? [y] : [];
  const below = y + height > last + 0.5 * size ? [y + height] : [];
  return [...above, ...edges, ...below];
}

function isBetween({ place }: Line, top: number, low: number): boolean {
  const middle = (place.y + bottom(place)) / 2;
  return middle > top && middle <= low;
}

/** The number of lines of one band that fill most columns when the band consists of several rows. */
const MIN_FULL_LINES = 3;

function areSeveralRows(band: readonly Line[], xs: readonly number[]): boolean {
  const full = band.filter(({ words }) => {
    const columns = new Set(words.map(({ place }) => columnAt(xs, place.x + place.width / 2)));
    return columns.size > 1 && columns.size >= 0.6 * (xs.length - 1);
  });
  return full.length >= MIN_FULL_LINES;
}
