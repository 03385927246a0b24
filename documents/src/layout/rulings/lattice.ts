import { overlap } from "../boxes.ts";
import type { Grid } from "../tables/grid.ts";
import type { Stroke, Strokes } from "./strokes.ts";

/** In letter sizes: nearer lines are one edge (double rulings). No row or column is as narrow. */
const MAX_EDGE_DISTANCE = 0.45;
/** In letter sizes: horizontal lines that extend this far beyond the last vertical line enclose a column without an edge. */
const MIN_OPEN_COLUMN = 1;
/** The minimum drawn share of a cell's side that is a wall. */
const MIN_WALL_SHARE = 0.6;

/** A grid with more slots is a drawing, such as graph paper or hatching. */
const MAX_SLOTS = 40_000;

/**
 * The grid drawn by a mesh of lines; undefined when it is too large for a table. Adds an edge where horizontal lines extend beyond
 * the last vertical one.
 */
export function buildGrid(mesh: Strokes, letterSize: number): Grid | undefined {
  const drawn = { horizontal: mesh.horizontal.filter(isLine), vertical: mesh.vertical.filter(isLine) };
  if (drawn.horizontal.length === mesh.horizontal.length && drawn.vertical.length === mesh.vertical.length)
    return gridOfStrokes(mesh, letterSize);
  const grid = gridOfStrokes(drawn, letterSize);
  if (!grid || grid.xs.length < MIN_EDGES || grid.ys.length < MIN_EDGES + 1) return gridOfStrokes(mesh, letterSize);
  // Inside a table of lines, ignore the edges of colored boxes. Keep them outside, where they may enclose a heading.
  const isOutside = ({ at }: Stroke, edges: readonly number[]): boolean =>
    at < (edges[0] ?? 0) - letterSize || at > (edges.at(-1) ?? 0) + letterSize;
  const relevant = {
    horizontal: mesh.horizontal.filter((stroke) => isLine(stroke) || isOutside(stroke, grid.ys)),
    vertical: mesh.vertical.filter(
      (stroke) => isLine(stroke) || isOutside({ ...stroke, at: (stroke.from + stroke.to) / 2 }, grid.ys),
    ),
  };
  return gridOfStrokes(relevant, letterSize);
}

/** A table of two columns or rows has three edges. */
const MIN_EDGES = 3;
const isLine = ({ isEdge }: Stroke): boolean => !isEdge;

function gridOfStrokes(mesh: Strokes, letterSize: number): Grid | undefined {
  const xs = edgesOf(mesh.vertical, mesh.horizontal, letterSize);
  const ys = edgesOf(mesh.horizontal, mesh.vertical, letterSize);
  if (xs.length * ys.length > MAX_SLOTS) return undefined;
  const vertical = xs.map((x) => strokesNear(mesh.vertical, x, letterSize));
  const horizontal = ys.map((y) => strokesNear(mesh.horizontal, y, letterSize));
  const slots = (isWall: (row: number, column: number) => boolean): boolean[][] =>
    ys.slice(1).map((_, row) => xs.slice(1).map((_, column) => isWall(row, column)));
  return dropLooseEdges({
    xs,
    ys,
    verticals: vertical,
    wallRight: slots((row, column) => isDrawn(vertical[column + 1] ?? [], ys[row] ?? 0, ys[row + 1] ?? 0)),
    wallBelow: slots((row, column) => isDrawn(horizontal[row + 1] ?? [], xs[column] ?? 0, xs[column + 1] ?? 0)),
  });
}

const strokesNear = (strokes: readonly Stroke[], edge: number, letterSize: number): Stroke[] =>
  strokes.filter(({ at }) => Math.abs(at - edge) <= MAX_EDGE_DISTANCE * letterSize);

/** The positions of the lines, with near ones merged, and the ends of the crossing lines if they lie beyond. */
function edgesOf(own: readonly Stroke[], across: readonly Stroke[], letterSize: number): number[] {
  const edges: number[] = [];
  let group: number[] = [];
  for (const at of own.map((stroke) => stroke.at).toSorted((a, b) => a - b)) {
    const last = group.at(-1);
    if (last !== undefined && at - last > MAX_EDGE_DISTANCE * letterSize) {
      edges.push(mean(group));
      group = [];
    }
    group.push(at);
  }
  if (group.length > 0) edges.push(mean(group));
  if (across.length === 0) return edges;
  const from = Math.min(...across.map((stroke) => stroke.from));
  const to = Math.max(...across.map((stroke) => stroke.to));
  if ((edges[0] ?? Infinity) - from > MIN_OPEN_COLUMN * letterSize) edges.unshift(from);
  if (to - (edges.at(-1) ?? -Infinity) > MIN_OPEN_COLUMN * letterSize) edges.push(to);
  return edges;
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Whether lines at an edge cover most of an interval. */
export const isDrawn = (strokes: readonly Stroke[], from: number, to: number): boolean =>
  strokes.some((stroke) => overlap(from, to, stroke.from, stroke.to) >= MIN_WALL_SHARE * (to - from));

/** Drops edges that separate no two cells, such as an underline. */
function dropLooseEdges(grid: Grid): Grid {
  const keepsRow = (row: number): boolean => grid.wallBelow[row]?.some(Boolean) ?? false;
  const keepsColumn = (column: number): boolean => grid.wallRight.some((walls) => walls[column]);
  const lastRow = grid.ys.length - 2;
  const lastColumn = grid.xs.length - 2;
  const rows = grid.wallBelow.map((_, row) => row).filter((row) => row === lastRow || keepsRow(row));
  const columns = grid.xs
    .slice(1)
    .map((_, column) => column)
    .filter((column) => column === lastColumn || keepsColumn(column));
  const pick = (walls: boolean[][]): boolean[][] =>
    rows.map((row) => columns.map((column) => walls[row]?.[column] ?? false));
  return {
    xs: [grid.xs[0] ?? 0, ...columns.map((column) => grid.xs[column + 1] ?? 0)],
    ys: [grid.ys[0] ?? 0, ...rows.map((row) => grid.ys[row + 1] ?? 0)],
    verticals: [grid.verticals?.[0], ...columns.map((column) => grid.verticals?.[column + 1])],
    wallRight: pick(grid.wallRight),
    wallBelow: pick(grid.wallBelow),
  };
}
