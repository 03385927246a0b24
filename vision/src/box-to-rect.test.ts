import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boxToRect } from "./box-to-rect.ts";

const boxes = fc.record({
  cx: fc.integer({ min: 100, max: 900 }),
  cy: fc.integer({ min: 100, max: 900 }),
  width: fc.integer({ min: 60, max: 200 }),
  height: fc.integer({ min: 10, max: 50 }),
  angle: fc.integer({ min: -40, max: 40 }),
});

test("PD-25: a rect has whole pixels, lies inside the photo and has an angle from 0 to 360", () => {
  fc.assert(
    fc.property(boxes, fc.integer({ min: 1, max: 4 }), (box, factor) => {
      const photo = { width: 900, fullWidth: 900 * factor, fullHeight: 900 * factor };
      const { x, y, width, height, angle = 0 } = boxToRect(box, photo);
      for (const value of [x, y, width, height]) expect(Number.isInteger(value)).toBe(true);
      expect(Math.min(x, y, width - 1, height - 1, angle)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(photo.fullWidth);
      expect(y + height).toBeLessThanOrEqual(photo.fullHeight);
      expect(angle).toBeLessThan(360);
    }),
  );
});
