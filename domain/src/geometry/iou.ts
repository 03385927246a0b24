import { type Corners, type Point, type Rect, rectCorners } from "./rect.ts";

/** Intersection over union of two rotated boxes, 0–1. */
export const rotatedIou = (a: Rect, b: Rect): number => quadIou(rectCorners(a), rectCorners(b));

/** Intersection over union of two convex quadrilaterals with corners in clockwise order (y down). */
export function quadIou(a: Corners, b: Corners): number {
  const shared = area(clip(a, b));
  const union = area(a) + area(b) - shared;
  return union > 0 ? Math.min(1, shared / union) : 0;
}

/** The part of the smaller of two rotated boxes that is also in the other, 0–1. */
export function sharedPart(a: Rect, b: Rect): number {
  const shared = area(clip(rectCorners(a), rectCorners(b)));
  const smaller = Math.min(a.width * a.height, b.width * b.height);
  return smaller > 0 ? Math.min(1, shared / smaller) : 0;
}

/** Sutherland–Hodgman clipping: the part of `subject` inside the convex `window`. */
function clip(subject: readonly Point[], window: Corners): Point[] {
  let polygon = [...subject];
  for (const [i, from] of window.entries()) {
    const to = window[(i + 1) % 4] ?? from;
    const side = (p: Point): number => (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
    const kept: Point[] = [];
    for (const [j, point] of polygon.entries()) {
      const before = polygon.at(j - 1) ?? point;
      const [here, there] = [side(point), side(before)];
      if (here >= 0 !== there >= 0) kept.push(interpolate(before, point, there / (there - here)));
      if (here >= 0) kept.push(point);
    }
    polygon = kept;
  }
  return polygon;
}

const interpolate = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

/** Area by the shoelace formula, square pixels. */
function area(polygon: readonly Point[]): number {
  let twice = 0;
  for (const [i, point] of polygon.entries()) {
    const before = polygon.at(i - 1) ?? point;
    twice += before.x * point.y - point.x * before.y;
  }
  return Math.abs(twice) / 2;
}
