import * as fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../testing/random.ts";
import { composeHomographies, invertHomography, mapPoint, scalingBy, translationBy } from "@precount/domain";
import { type LineFamily, rectification, fitLineFamily } from "./line-family.ts";

const REACH = 500;
const families = fc.record({
  slope: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
  turn: fc.double({ min: -0.25 / REACH, max: 0.25 / REACH, noNaN: true }),
});

/** Random points on the family's lines at the given heights. */
function pointsOn({ slope, turn }: LineFamily, heights: readonly number[]): { x: number; y: number }[] {
  const random = seededRandom(7);
  return heights.flatMap((t) =>
    Array.from({ length: 120 }, () => {
      const x = (random.next() * 2 - 1) * REACH;
      return { x, y: t + (slope + turn * t) * x };
    }),
  );
}

test("fits the family of rows to points on them", () => {
  const heights = [-320, -250, -180, -140, -60, 10, 45, 120, 230, 330];
  fc.assert(
    fc.property(families, (family) => {
      const found = fitLineFamily(pointsOn(family, heights), REACH, false);
      // Four pixels at the ends of the outermost rows.
      const apart = heights.map((t) => Math.abs(found.slope - family.slope + (found.turn - family.turn) * t) * REACH);
      expect(Math.max(...apart)).toBeLessThan(4);
    }),
    { numRuns: 6 },
  );
});

test("the rectification makes rows horizontal and columns vertical", () => {
  fc.assert(
    fc.property(families, families, fc.integer({ min: -300, max: 300 }), (rows, columns, t) => {
      const level = rectification(rows, columns);
      const [a, b] = [-200, 300].map((x) => mapPoint(level, { x, y: t + (rows.slope + rows.turn * t) * x }));
      expect(a?.y).toBeCloseTo(b?.y ?? NaN, 6);
      const [c, d] = [-200, 300].map((y) => mapPoint(level, { x: t + (columns.slope + columns.turn * t) * y, y }));
      expect(c?.x).toBeCloseTo(d?.x ?? NaN, 6);
    }),
  );
});

test("inverse undoes a homography", () => {
  const h = composeHomographies(
    rectification({ slope: 0.1, turn: 2e-4 }, { slope: -0.2, turn: -1e-4 }),
    composeHomographies(scalingBy(2), translationBy(3, 4)),
  );
  const back = mapPoint(invertHomography(h), mapPoint(h, { x: 50, y: -70 }));
  expect(back.x).toBeCloseTo(50, 6);
  expect(back.y).toBeCloseTo(-70, 6);
});
