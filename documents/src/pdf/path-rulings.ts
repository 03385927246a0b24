import type { PagePlace } from "@precount/domain";
import type { Ruling } from "../layout/page-content.ts";
import type { Point } from "./matrix.ts";

/** A drawn path on the upright page: its parts as point sequences, with the control points of curves. */
export interface Path {
  parts: Point[][];
  isStroked: boolean;
  isFilled: boolean;
}

/** A filled box thinner than this is a line, points. */
const MAX_THICKNESS = 3.5;
/** The maximum slope of a horizontal or vertical line, to allow for rounding. */
const MAX_SLOPE = 0.01;
/** Shorter lines are dots and parts of letters. Points. */
const MIN_LENGTH = 0.5;

/** The visible horizontal and vertical lines of a path: strokes, thin filled boxes, and the edges of other filled boxes. */
export function rulingsOfPath({ parts, isStroked, isFilled }: Path): Ruling[] {
  if (isStroked) return parts.flatMap((part) => thinBoxRuling(part) ?? sidesOf(part));
  if (!isFilled) return [];
  return parts.flatMap((part) => thinBoxRuling(part) ?? (isBox(part) ? boxEdges(part) : []));
}

const boxEdges = (part: readonly Point[]): Ruling[] =>
  sidesOf(part).map((side) => Object.assign(side, { isEdge: true }));

function sidesOf(part: readonly Point[]): Ruling[] {
  return part.slice(1).flatMap((to, index) => toRuling(part[index] ?? to, to));
}

function toRuling(from: Point, to: Point): Ruling[] {
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  if (Math.max(width, height) < MIN_LENGTH) return [];
  if (height <= MAX_SLOPE * width + 0.05) {
    const y = (from.y + to.y) / 2;
    return [{ x1: Math.min(from.x, to.x), y1: y, x2: Math.max(from.x, to.x), y2: y }];
  }
  if (width <= MAX_SLOPE * height + 0.05) {
    const x = (from.x + to.x) / 2;
    return [{ x1: x, y1: Math.min(from.y, to.y), x2: x, y2: Math.max(from.y, to.y) }];
  }
  return [];
}

/** Whether a part is a box with horizontal and vertical sides. */
function isBox(part: readonly Point[]): boolean {
  const sides = part.slice(1).filter((to, index) => {
    const from = part[index] ?? to;
    return Math.abs(to.x - from.x) > 0.1 && Math.abs(to.y - from.y) > 0.1;
  });
  return part.length >= 4 && part.length <= 6 && sides.length === 0;
}

/** The line along the middle of a thin box; undefined for other parts. */
function thinBoxRuling(part: readonly Point[]): Ruling[] | undefined {
  if (part.length < 3 || !isBox(part)) return undefined;
  const [xs, ys] = [part.map(({ x }) => x), part.map(({ y }) => y)];
  const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [width, height] = [x2 - x1, y2 - y1];
  if (Math.min(width, height) > MAX_THICKNESS) return undefined;
  if (width >= height) return toRuling({ x: x1, y: (y1 + y2) / 2 }, { x: x2, y: (y1 + y2) / 2 });
  return toRuling({ x: (x1 + x2) / 2, y: y1 }, { x: (x1 + x2) / 2, y: y2 });
}

/** Smaller shapes are symbols and rounded corners. Points. */
const MIN_FIGURE_SIZE = 12;
/** The minimum share of sloping sides, by length along both axes, of a shape that is no box with rounded corners. */
const MIN_SLOPE_SHARE = 0.25;

/** The place of a visible shape with sloping or curved sides; undefined for boxes and lines. */
export function figureOfPath({ parts, isStroked, isFilled }: Path): PagePlace | undefined {
  if (!isStroked && !isFilled) return undefined;
  const place = placeOf(parts.flat());
  if (!(place.width > MIN_FIGURE_SIZE && place.height > MIN_FIGURE_SIZE)) return undefined;
  let [sloping, all] = [0, 0];
  for (const part of parts) {
    for (const [index, to] of part.slice(1).entries()) {
      const from = part[index] ?? to;
      const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
      all += width + height;
      if (Math.min(width, height) > 0.1 * Math.max(width, height)) sloping += width + height;
    }
  }
  return sloping >= MIN_SLOPE_SHARE * all ? place : undefined;
}

/** The place of points. A loop, because one path of a map can have more points than a call can have arguments. */
function placeOf(points: readonly Point[]): PagePlace {
  let [left, top, right, low] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    low = Math.max(low, y);
  }
  return { x: left, y: top, width: right - left, height: low - top };
}
