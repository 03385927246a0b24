import { overlap } from "../boxes.ts";
import type { Grid } from "../tables/grid.ts";
import type { Stroke, Strokes } from "./straight.ts";

/** In letter sizes: lines nearer to each other than that are one edge (double rules); no row or column is so narrow. */
const SAME_EDGE = 0.45;
/** So far beyond the last upright line the level ones must reach for a column to lie there without an edge of its own. */
const OPEN_EDGE = 1;
/** Of a cell's side, so much must be drawn for it to be a wall. */
const WALL = 0.6;

/** A grid of more is a drawing: graph paper, hatching. */
const MOST_SLOTS = 40_000;

/** The grid that lines of one mesh draw, undefined when it is beyond any table. Where level lines go on beyond the last upright one, an edge is thought there. */
export function latticeOf(mesh: Strokes, letterSize: number): Grid | undefined {
  const drawn = { level: mesh.level.filter(isLine), upright: mesh.upright.filter(isLine) };
  if (drawn.level.length === mesh.level.length && drawn.upright.length === mesh.upright.length)
    return gridOf(mesh, letterSize);
  const grid = gridOf(drawn, letterSize);
  if (!grid || grid.xs.length < FEWEST_EDGES || grid.ys.length < FEWEST_EDGES + 1) return gridOf(mesh, letterSize);
  // Within a table of lines, a colour's edges say nothing more; a heading that only its colour encloses stands beside it.
  const isOutside = ({ at }: Stroke, edges: readonly number[]): boolean =>
    at < (edges[0] ?? 0) - letterSize || at > (edges.at(-1) ?? 0) + letterSize;
  const around = {
    level: mesh.level.filter((stroke) => isLine(stroke) || isOutside(stroke, grid.ys)),
    upright: mesh.upright.filter(
      (stroke) => isLine(stroke) || isOutside({ ...stroke, at: (stroke.from + stroke.to) / 2 }, grid.ys),
    ),
  };
  return gridOf(around, letterSize);
}

/** A table of two columns and two rows has three edges each. */
const FEWEST_EDGES = 3;
const isLine = ({ isEdge }: Stroke): boolean => !isEdge;

function gridOf(mesh: Strokes, letterSize: number): Grid | undefined {
  const xs = edgesOf(mesh.upright, mesh.level, letterSize);
  const ys = edgesOf(mesh.level, mesh.upright, letterSize);
  if (xs.length * ys.length > MOST_SLOTS) return undefined;
  const upright = xs.map((x) => strokesNear(mesh.upright, x, letterSize));
  const level = ys.map((y) => strokesNear(mesh.level, y, letterSize));
  const slots = (isWall: (row: number, column: number) => boolean): boolean[][] =>
    ys.slice(1).map((_, row) => xs.slice(1).map((_, column) => isWall(row, column)));
  return withoutLooseEdges({
    xs,
    ys,
    wallRight: slots((row, column) => isDrawn(upright[column + 1] ?? [], ys[row] ?? 0, ys[row + 1] ?? 0)),
    wallBelow: slots((row, column) => isDrawn(level[row + 1] ?? [], xs[column] ?? 0, xs[column + 1] ?? 0)),
  });
}

const strokesNear = (strokes: readonly Stroke[], edge: number, letterSize: number): Stroke[] =>
  strokes.filter(({ at }) => Math.abs(at - edge) <= SAME_EDGE * letterSize);

/** Positions of the lines, near ones as one; and where the lines across end, if that is beyond them all. */
function edgesOf(own: readonly Stroke[], across: readonly Stroke[], letterSize: number): number[] {
  const edges: number[] = [];
  let group: number[] = [];
  for (const at of own.map((stroke) => stroke.at).toSorted((a, b) => a - b)) {
    const last = group.at(-1);
    if (last !== undefined && at - last > SAME_EDGE * letterSize) {
      edges.push(mean(group));
      group = [];
    }
    group.push(at);
  }
  if (group.length > 0) edges.push(mean(group));
  if (across.length === 0) return edges;
  const from = Math.min(...across.map((stroke) => stroke.from));
  const to = Math.max(...across.map((stroke) => stroke.to));
  if ((edges[0] ?? Infinity) - from > OPEN_EDGE * letterSize) edges.unshift(from);
  if (to - (edges.at(-1) ?? -Infinity) > OPEN_EDGE * letterSize) edges.push(to);
  return edges;
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

const isDrawn = (strokes: readonly Stroke[], from: number, to: number): boolean =>
  strokes.some((stroke) => overlap(from, to, stroke.from, stroke.to) >= WALL * (to - from));

/** Lines that part no two cells (under a word, a stub) are no edges. */
function withoutLooseEdges(grid: Grid): Grid {
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
    wallRight: pick(grid.wallRight),
    wallBelow: pick(grid.wallBelow),
  };
}
