import { expect, test } from "vitest";
import type { GrayImage } from "./gray.ts";
import { findRulings, keepPrintedRulings } from "./find-rulings.ts";

const WIDTH = 900;
const HEIGHT = 500;
const LINE_HEIGHT = 40;

/** Paper with its right half in shadow and with dark boxes on it (x, y, width, height). */
function paper(...boxes: readonly (readonly [number, number, number, number])[]): GrayImage {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let at = 0; at < data.length; at += 1) data[at] = at % WIDTH < WIDTH / 2 ? 220 : 110;
  for (const [left, top, width, height] of boxes) {
    for (let y = top; y < top + height; y += 1) {
      for (let x = left; x < left + width; x += 1) {
        const at = y * WIDTH + x;
        data[at] = (data[at] ?? 0) * 0.6;
      }
    }
  }
  return { data, width: WIDTH, height: HEIGHT };
}

test("finds horizontal and vertical lines across shadows and breaks, but no letters or filled boxes", () => {
  const rulings = findRulings(
    paper([100, 200, 300, 3], [430, 201, 370, 3], [100, 50, 2, 400], [200, 100, 30, 30], [500, 300, 200, 60]),
    LINE_HEIGHT,
  );
  const level = rulings.filter(({ y1, y2 }) => y1 === y2);
  const upright = rulings.filter(({ x1, x2 }) => x1 === x2);
  expect(level).toHaveLength(1);
  expect(level[0]?.y1).toBeGreaterThan(200);
  expect(level[0]?.y1).toBeLessThan(204);
  expect(level[0]?.x1).toBeCloseTo(100, -1);
  expect(level[0]?.x2).toBeCloseTo(800, -1);
  expect(upright).toHaveLength(1);
  expect(upright[0]?.x1).toBeCloseTo(101, 0);
});

test("drops runs within text and far from text, and keeps the edge of an empty column", () => {
  const line = { cx: 300, cy: 200, width: 200, height: LINE_HEIGHT, angle: 0 };
  const frame = { x1: 150, y1: 230, x2: 800, y2: 230 };
  const edge = { x1: 800, y1: 150, x2: 800, y2: 230 };
  const stroke = { x1: 220, y1: 203, x2: 320, y2: 203 };
  const grain = { x1: 100, y1: 480, x2: 800, y2: 480 };
  expect(keepPrintedRulings([frame, edge, stroke, grain], [line])).toEqual([frame, edge]);
});
