import * as fc from "fast-check";
import { expect, test } from "vitest";
import { corners, toBoxFrame, fromBoxFrame } from "./box.ts";
import { connectedComponents } from "./connected-components.ts";
import { minAreaRect } from "./min-area-rect.ts";
import { rectify } from "./rectify.ts";

const boxes = fc.record({
  cx: fc.integer({ min: 100, max: 900 }),
  cy: fc.integer({ min: 100, max: 900 }),
  width: fc.integer({ min: 60, max: 200 }),
  height: fc.integer({ min: 10, max: 50 }),
  angle: fc.integer({ min: -40, max: 40 }),
});

test("toBoxFrame inverts fromBoxFrame", () => {
  fc.assert(
    fc.property(boxes, fc.integer({ min: -99, max: 99 }), fc.integer({ min: -99, max: 99 }), (box, u, v) => {
      const back = toBoxFrame(box, fromBoxFrame(box, u, v));
      expect(back.x).toBeCloseTo(u, 6);
      expect(back.y).toBeCloseTo(v, 6);
    }),
  );
});

test("the least rectangle around a box's corners is the box", () => {
  fc.assert(
    fc.property(boxes, (box) => {
      const found = minAreaRect(corners(box));
      expect(found.cx).toBeCloseTo(box.cx, 4);
      expect(found.width).toBeCloseTo(box.width + 1, 4);
      expect(found.height).toBeCloseTo(box.height + 1, 4);
      expect(found.angle).toBeCloseTo(box.angle, 4);
    }),
  );
});

test("components connect diagonally and come in row order", () => {
  const mask = Uint8Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
  expect(connectedComponents(mask, 4, 3).map(({ pixels }) => pixels)).toEqual([[0, 5], [11]]);
});

test("rectify copies the whole image, and repeats edge pixels outside it", () => {
  const data = Uint8Array.from({ length: 4 * 3 * 3 }, (_, i) => i * 7);
  const image = { data, width: 4, height: 3 };
  const whole = rectify(image, { cx: 2, cy: 1.5, width: 4, height: 3, angle: 0 }, 4, 3);
  expect(Math.max(...whole.data.map((byte, i) => Math.abs(byte - (data[i] ?? 0))))).toBeLessThanOrEqual(1);
  const beyond = rectify(image, { cx: -50, cy: -50, width: 4, height: 4, angle: 30 }, 2, 2);
  expect([...beyond.data.subarray(0, 3)]).toEqual([0, 7, 14]);
});
