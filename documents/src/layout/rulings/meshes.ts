import type { PagePlace } from "@precount/domain";
import { isInside } from "../boxes.ts";
import { type Span, columnsOf, rowsOf, spansOf } from "../tables/grid.ts";
import { buildGrid } from "./lattice.ts";
import type { Stroke, Strokes } from "./strokes.ts";

/** In letter sizes: lines within this distance touch. */
const MAX_TOUCH_DISTANCE = 0.35;

/** In letter sizes: a table inside a cell is farther from the cell's lines than this, because of the cell's margin. */
const MAX_EXACT_TOUCH_DISTANCE = 0.15;

/** Groups lines that touch or cross each other into meshes: tables, boxes and single lines. */
export const groupIntoMeshes = (strokes: Strokes, letterSize: number): Strokes[] =>
  groupTouching(strokes, MAX_TOUCH_DISTANCE * letterSize).flatMap((mesh) => separateInnerTables(mesh, letterSize));

/** Separates tables inside cells from the table around them, although they nearly touch it. */
function separateInnerTables(mesh: Strokes, letterSize: number): Strokes[] {
  const parts = groupTouching(mesh, MAX_EXACT_TOUCH_DISTANCE * letterSize);
  if (parts.length === 1) return [mesh];
  const [outer, ...others] = parts.toSorted((a, b) => areaOf(b) - areaOf(a));
  const cells = outer === undefined ? [] : cellsOf(outer, letterSize);
  const isInner = (part: Strokes): boolean =>
    cellsOf(part, letterSize).length >= MIN_CELLS && cells.some(({ place }) => isInside(placeOf(part), place, 0));
  const inner = cells.length < MIN_CELLS ? [] : others.filter((part) => isInner(part));
  if (inner.length === 0) return [mesh];
  const rest = parts.filter((part) => !inner.includes(part));
  return [join(rest), ...inner];
}

/** The minimum number of cells of a table and of a table inside a cell. The lines of double frames and boxes enclose one. */
const MIN_CELLS = 4;

function cellsOf(mesh: Strokes, letterSize: number): Span[] {
  const grid = buildGrid(mesh, letterSize);
  return grid && columnsOf(grid) >= 2 && rowsOf(grid) >= 2 ? spansOf(grid) : [];
}

const join = (parts: readonly Strokes[]): Strokes => ({
  horizontal: parts.flatMap(({ horizontal }) => horizontal),
  vertical: parts.flatMap(({ vertical }) => vertical),
});

const areaOf = (mesh: Strokes): number => {
  const { width, height } = placeOf(mesh);
  return width * height;
};

/** The place that a mesh covers. */
export function placeOf({ horizontal, vertical }: Strokes): PagePlace {
  const xs = [...vertical.map(({ at }) => at), ...horizontal.flatMap(({ from, to }) => [from, to])];
  const ys = [...horizontal.map(({ at }) => at), ...vertical.flatMap(({ from, to }) => [from, to])];
  const [x, y] = [minOf(xs), minOf(ys)];
  return { x, y, width: maxOf(xs) - x, height: maxOf(ys) - y };
}

const minOf = (numbers: readonly number[]): number => numbers.reduce((least, one) => Math.min(least, one), Infinity);
const maxOf = (numbers: readonly number[]): number => numbers.reduce((most, one) => Math.max(most, one), -Infinity);

/** Groups lines whose distance is at most `slack`. Uses a union-find. */
function groupTouching({ horizontal, vertical }: Strokes, slack: number): Strokes[] {
  const parent = [...horizontal, ...vertical].map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at;
      at = parent[at] ?? at;
    }
    return at;
  };
  const verticalByX = vertical
    .map((stroke, index) => ({ stroke, index }))
    .toSorted((a, b) => a.stroke.at - b.stroke.at);
  for (const [index, line] of horizontal.entries()) {
    for (const other of between(verticalByX, line.from - slack, line.to + slack)) {
      if (line.at >= other.stroke.from - slack && line.at <= other.stroke.to + slack)
        parent[find(horizontal.length + other.index)] = find(index);
    }
  }
  const meshes = new Map<number, Strokes>();
  const meshOf = (index: number): Strokes => {
    const root = find(index);
    const mesh = meshes.get(root) ?? { horizontal: [], vertical: [] };
    meshes.set(root, mesh);
    return mesh;
  };
  for (const [index, line] of horizontal.entries()) meshOf(index).horizontal.push(line);
  for (const [index, line] of vertical.entries()) meshOf(horizontal.length + index).vertical.push(line);
  return [...meshes.values()];
}

function between<T extends { stroke: Stroke }>(sorted: readonly T[], from: number, to: number): T[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((sorted[mid]?.stroke.at ?? 0) < from) low = mid + 1;
    else high = mid;
  }
  const found: T[] = [];
  for (let index = low; index < sorted.length; index += 1) {
    const item = sorted[index];
    if (!item || item.stroke.at > to) break;
    found.push(item);
  }
  return found;
}
