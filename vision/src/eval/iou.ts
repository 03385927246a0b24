import type { Rect } from "@precount/domain";
import { type Point, corners } from "../image/box.ts";

/** Corners of a rect, clockwise in image coordinates. */
function rectCorners(rect: Rect): Point[] {
  const { x, y, width, height, angle = 0 } = rect;
  return corners({ cx: x + width / 2, cy: y + height / 2, width, height, angle });
}

/** Twice the signed area; positive for clockwise corners (y grows downwards). */
const doubleArea = (polygon: readonly Point[]): number =>
  polygon.reduce((sum, a, i) => {
    const b = polygon[(i + 1) % polygon.length] ?? a;
    return sum + a.x * b.y - b.x * a.y;
  }, 0);

/** Sutherland–Hodgman: what of `subject` lies inside the convex, clockwise `clip`. */
function intersection(subject: readonly Point[], clip: readonly Point[]): Point[] {
  let output = [...subject];
  clip.forEach((from, i) => {
    const to = clip[(i + 1) % clip.length] ?? from;
    const side = (p: Point) => (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
    const input = output;
    output = [];
    input.forEach((point, k) => {
      const before = input.at(k - 1) ?? point;
      const [now, then] = [side(point), side(before)];
      if (now >= 0 !== then >= 0) {
        const t = then / (then - now);
        output.push({ x: before.x + t * (point.x - before.x), y: before.y + t * (point.y - before.y) });
      }
      if (now >= 0) output.push(point);
    });
  });
  return output;
}

/** Intersection over union of two rotated boxes, 0–1. */
export function rotatedIou(a: Rect, b: Rect): number {
  const [first, second] = [rectCorners(a), rectCorners(b)];
  const common = Math.abs(doubleArea(intersection(first, second)));
  const union = Math.abs(doubleArea(first)) + Math.abs(doubleArea(second)) - common;
  return union > 0 ? common / union : 0;
}
