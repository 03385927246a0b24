import * as fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../testing/random.ts";
import { after, inverse, scale, shift, through } from "./homography.ts";
import { type Pencil, levelling, sharpestPencil } from "./pencil.ts";

const REACH = 500;
const pencils = fc.record({
  slope: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
  turn: fc.double({ min: -0.25 / REACH, max: 0.25 / REACH, noNaN: true }),
});

/** Points on the pencil's lines at the given heights. */
function pointsOn({ slope, turn }: Pencil, heights: readonly number[]): { x: number; y: number }[] {
  const random = seededRandom(7);
  return heights.flatMap((t) =>
    Array.from({ length: 120 }, () => {
      const x = (random.next() * 2 - 1) * REACH;
      return { x, y: t + (slope + turn * t) * x };
    }),
  );
}

test("the pencil of rows is found from the points on them", () => {
  const heights = [-320, -250, -180, -140, -60, 10, 45, 120, 230, 330];
  fc.assert(
    fc.property(pencils, (pencil) => {
      const found = sharpestPencil(pointsOn(pencil, heights), REACH, false);
      // Within four pixels at the far ends of the outermost rows.
      const apart = heights.map((t) => Math.abs(found.slope - pencil.slope + (found.turn - pencil.turn) * t) * REACH);
      expect(Math.max(...apart)).toBeLessThan(4);
    }),
    { numRuns: 6 },
  );
});

test("levelling makes the lines of both pencils level and upright", () => {
  fc.assert(
    fc.property(pencils, pencils, fc.integer({ min: -300, max: 300 }), (rows, columns, t) => {
      const level = levelling(rows, columns);
      const [a, b] = [-200, 300].map((x) => through(level, { x, y: t + (rows.slope + rows.turn * t) * x }));
      expect(a?.y).toBeCloseTo(b?.y ?? NaN, 6);
      const [c, d] = [-200, 300].map((y) => through(level, { x: t + (columns.slope + columns.turn * t) * y, y }));
      expect(c?.x).toBeCloseTo(d?.x ?? NaN, 6);
    }),
  );
});

test("there and back", () => {
  const h = after(levelling({ slope: 0.1, turn: 2e-4 }, { slope: -0.2, turn: -1e-4 }), after(scale(2), shift(3, 4)));
  const back = through(inverse(h), through(h, { x: 50, y: -70 }));
  expect(back.x).toBeCloseTo(50, 6);
  expect(back.y).toBeCloseTo(-70, 6);
});
