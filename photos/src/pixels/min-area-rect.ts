import type { Box } from "@precount/domain";
import type { Point } from "./box.ts";

/** The convex hull by Andrew's monotone chain, clockwise in image coordinates, without duplicates. */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  if (sorted.length < 3) return sorted;
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

function halfHull(sorted: readonly Point[]): Point[] {
  const chain: Point[] = [];
  for (const point of sorted) {
    for (;;) {
      const last = chain.at(-1);
      const before = chain.at(-2);
      if (!last || !before || cross(before, last, point) > 0) break;
      chain.pop();
    }
    chain.push(point);
  }
  chain.pop();
  return chain;
}

const cross = (o: Point, a: Point, b: Point): number => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

/** The rotated rectangle of the least area around the points, with its width within 45° of the horizontal. */
export function minAreaRect(points: readonly Point[]): Box {
  const hull = convexHull(points);
  let best: Box | undefined;
  hull.forEach((from, i) => {
    const to = hull[(i + 1) % hull.length] ?? from;
    const box = boxAlong(hull, Math.atan2(to.y - from.y, to.x - from.x));
    if (!best || box.width * box.height < best.width * best.height) best = box;
  });
  return best ? toNearlyLevel(best) : { cx: points[0]?.x ?? 0, cy: points[0]?.y ?? 0, width: 1, height: 1, angle: 0 };
}

function boxAlong(hull: readonly Point[], theta: number): Box {
  const cos = Math.cos(theta);
  const sin = Math.sin(theta);
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of hull) {
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    minU = Math.min(minU, u);
    maxU = Math.max(maxU, u);
    minV = Math.min(minV, v);
    maxV = Math.max(maxV, v);
  }
  const u = (minU + maxU) / 2;
  const v = (minV + maxV) / 2;
  return {
    cx: u * cos - v * sin,
    cy: u * sin + v * cos,
    // Points are pixel centers, and a pixel is one wide.
    width: maxU - minU + 1,
    height: maxV - minV + 1,
    angle: (theta * 180) / Math.PI,
  };
}

function toNearlyLevel(box: Box): Box {
  let { width, height } = box;
  let angle = ((box.angle % 180) + 180) % 180;
  if (angle > 45 && angle <= 135) {
    [width, height] = [height, width];
    angle -= 90;
  } else if (angle > 135) {
    angle -= 180;
  }
  return { cx: box.cx, cy: box.cy, width, height, angle };
}
