import type { Rule } from "../layout/marks.ts";
import type { Point } from "./matrix.ts";

/** A drawn path on the upright page: its parts as runs of points, curves by the points that bend them. */
export interface Path {
  parts: Point[][];
  isStroked: boolean;
  isFilled: boolean;
}

/** A box thinner than this is drawn to be seen as a line, points. */
const THICKEST = 3.5;
/** How far a level line may fall over its length: a rounding, no slope. */
const MOST_SLOPE = 0.01;
/** Shorter ones are dots and parts of letters; dashes are longer, or many. */
const SHORTEST = 0.5;

/** The level and upright lines that a person sees of a path: its strokes, thin filled boxes, and the edges of others. */
export function rulesOfPath({ parts, isStroked, isFilled }: Path): Rule[] {
  if (isStroked) return parts.flatMap((part) => thinBoxOf(part) ?? sidesOf(part));
  if (!isFilled) return [];
  return parts.flatMap((part) => thinBoxOf(part) ?? (isBox(part) ? edgesOf(part) : []));
}

const edgesOf = (part: readonly Point[]): Rule[] => sidesOf(part).map((side) => Object.assign(side, { isEdge: true }));

function sidesOf(part: readonly Point[]): Rule[] {
  return part.slice(1).flatMap((to, index) => straightened(part[index] ?? to, to));
}

function straightened(from: Point, to: Point): Rule[] {
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  if (Math.max(width, height) < SHORTEST) return [];
  if (height <= MOST_SLOPE * width + 0.05) {
    const y = (from.y + to.y) / 2;
    return [{ x1: Math.min(from.x, to.x), y1: y, x2: Math.max(from.x, to.x), y2: y }];
  }
  if (width <= MOST_SLOPE * height + 0.05) {
    const x = (from.x + to.x) / 2;
    return [{ x1: x, y1: Math.min(from.y, to.y), x2: x, y2: Math.max(from.y, to.y) }];
  }
  return [];
}

/** All its points lie on two levels and two uprights. */
function isBox(part: readonly Point[]): boolean {
  const sides = part.slice(1).filter((to, index) => {
    const from = part[index] ?? to;
    return Math.abs(to.x - from.x) > 0.1 && Math.abs(to.y - from.y) > 0.1;
  });
  return part.length >= 4 && part.length <= 6 && sides.length === 0;
}

/** The line along the middle of a box that is thinner than a line may be. */
function thinBoxOf(part: readonly Point[]): Rule[] | undefined {
  if (part.length < 3 || !isBox(part)) return undefined;
  const [xs, ys] = [part.map(({ x }) => x), part.map(({ y }) => y)];
  const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [width, height] = [x2 - x1, y2 - y1];
  if (Math.min(width, height) > THICKEST) return undefined;
  if (width >= height) return straightened({ x: x1, y: (y1 + y2) / 2 }, { x: x2, y: (y1 + y2) / 2 });
  return straightened({ x: (x1 + x2) / 2, y: y1 }, { x: (x1 + x2) / 2, y: y2 });
}
