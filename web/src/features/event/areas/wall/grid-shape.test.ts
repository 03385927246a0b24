import * as fc from "fast-check";
import { expect, test } from "vitest";
import { gridShape } from "./grid-shape.ts";

const box = { width: 1100, height: 520 };

test.each([
  [1, { columns: 1, rows: 1 }],
  [12, { columns: 4, rows: 3 }],
  [40, { columns: 8, rows: 5 }],
])("arranges %i tiles without a gap where a full grid is near the best shape", (count, expected) => {
  expect(gridShape(count, 2, box)).toMatchObject(expected);
});

test("shows numbers as long as they can be read", () => {
  expect(gridShape(3, 1, box).digitsPx).toBeGreaterThan(100);
  expect(gridShape(200, 3, box).digitsPx).toBeGreaterThanOrEqual(9);
  expect(gridShape(5000, 4, box).digitsPx).toBe(0);
});

test("has a place for every tile, and less than one empty row", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20_000 }),
      fc.integer({ min: 50, max: 4000 }),
      fc.integer({ min: 50, max: 2000 }),
      (count, width, height) => {
        const { columns, rows } = gridShape(count, 5, { width, height });
        expect(columns * rows).toBeGreaterThanOrEqual(count);
        expect(columns * (rows - 1)).toBeLessThan(count);
      },
    ),
  );
});

test("has a shape before its box is measured", () => {
  expect(gridShape(40, 2, { width: 0, height: 0 })).toEqual({ columns: 1, rows: 1, digitsPx: 0 });
});
