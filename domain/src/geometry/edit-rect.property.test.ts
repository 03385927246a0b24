import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RESULT_CLASSES } from "../detection/result.ts";
import { clampRect, isRectInside } from "./clamp.ts";
import {
  HANDLES,
  HANDLE_DIRECTION,
  MIN_DRAWN_SIDE,
  bearing,
  rectFromCorners,
  moveRect,
  rectCenter,
  rectContains,
  resizeRect,
  snapAngle,
  rectAtAngle,
} from "./edit-rect.ts";
import { NEW_STICKER, rectAround } from "./new-box.ts";
import { type Point, type Rect, type Size, rectCorners, rectSchema, sameRect } from "./rect.ts";

const photo: Size = { width: 4000, height: 3000 };
const label = fc.constantFrom(...RESULT_CLASSES);
const handle = fc.constantFrom(...HANDLES);
const tenth = fc.integer({ min: 0, max: 3599 }).map((tenths) => tenths / 10);
const anyBox: fc.Arbitrary<Rect> = fc.record({
  x: fc.integer({ min: 0, max: 3999 }),
  y: fc.integer({ min: 0, max: 2999 }),
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 3000 }),
  angle: tenth,
});
/** Far enough from the edges that small moves do not reach them, and larger than the largest move (283 px). */
const freeBox: fc.Arbitrary<Rect> = fc.record({
  x: fc.integer({ min: 1200, max: 1800 }),
  y: fc.integer({ min: 1200, max: 1500 }),
  width: fc.integer({ min: 300, max: 500 }),
  height: fc.integer({ min: 300, max: 400 }),
  angle: tenth,
});
const anyPoint = fc.record({
  x: fc.double({ min: -9e3, max: 9e3, noNaN: true }),
  y: fc.double({ min: -9e3, max: 9e3, noNaN: true }),
});
const short = fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -200, max: 200 }) });
const back = ({ x, y }: Point): Point => ({ x: -x, y: -y });

const middle = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });

/** Position of the corner or edge midpoint opposite a handle. */
function anchor(rect: Rect, which: (typeof HANDLES)[number]): Point {
  const pull = HANDLE_DIRECTION[which];
  const [nw, ne, se, sw] = rectCorners(rect);
  const [left, right] = [middle(nw, sw, (1 - pull.y) / 2), middle(ne, se, (1 - pull.y) / 2)];
  return middle(left, right, (1 - pull.x) / 2);
}
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

describe("S5.16 S9.07 every edit gives a non-empty box of whole pixels inside the photo", () => {
  test("moved, resized, rotated and drawn", () => {
    fc.assert(
      fc.property(anyBox, label, handle, anyPoint, anyPoint, (box, of, which, from, to) => {
        const start = clampRect(box, photo, of);
        for (const rect of [
          moveRect(start, to, photo, of),
          resizeRect(start, which, to, photo, of),
          rectAtAngle(start, to.x, photo, of),
          rectFromCorners(from, to, photo, of),
        ]) {
          expect(isRectInside(rect, photo, of)).toBe(true);
          for (const { x, y } of rectCorners(rect)) {
            expect(Math.min(x, y, photo.width - x, photo.height - y)).toBeGreaterThanOrEqual(-0.5 - 1e-6);
          }
          expect(rectSchema.safeParse(rect).success).toBe(true);
        }
      }),
    );
  });
  test("no side becomes smaller than the minimum", () => {
    fc.assert(
      fc.property(freeBox, handle, anyPoint, (start, which, by) => {
        const { width, height } = resizeRect(start, which, by, photo, "sticker");
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(MIN_DRAWN_SIDE);
      }),
    );
  });
  test("also on a photo smaller than the minimum", () => {
    const tiny = { width: 3, height: 2 };
    const whole = { x: 0, y: 0, width: 3, height: 2, angle: 0 };
    expect(rectFromCorners({ x: 1, y: 1 }, { x: 2, y: 1 }, tiny, "sticker")).toEqual(whole);
    expect(resizeRect(whole, "se", { x: -9, y: 9 }, tiny, "sticker")).toEqual(whole);
  });
});

describe("moving", () => {
  test("keeps size and angle; moving back restores the box", () => {
    fc.assert(
      fc.property(freeBox, short, (start, by) => {
        const moved = moveRect(start, by, photo, "sticker");
        expect(moved).toEqual({ ...start, x: start.x + by.x, y: start.y + by.y });
        expect(moveRect(moved, back(by), photo, "sticker")).toEqual(start);
      }),
    );
  });
  test("a shelf moves vertically only", () => {
    const shelf = { x: 0, y: 500, width: 4000, height: 100, angle: 0 };
    expect(moveRect(shelf, { x: 300, y: 40 }, photo, "shelf")).toEqual({ ...shelf, y: 540 });
  });
});

describe("resizing", () => {
  test("keeps the opposite corner in place, except for rounding", () => {
    fc.assert(
      fc.property(freeBox, handle, short, (start, which, by) => {
        const resized = resizeRect(start, which, by, photo, "sticker");
        expect(distance(anchor(resized, which), anchor(start, which))).toBeLessThanOrEqual(Math.SQRT1_2 + 1e-6);
      }),
    );
  });
  test("the corner of an unrotated box follows the pointer both ways", () => {
    fc.assert(
      fc.property(freeBox, handle, short, (turned, which, by) => {
        const start = { ...turned, angle: 0 };
        const resized = resizeRect(start, which, by, photo, "sticker");
        const pull = HANDLE_DIRECTION[which];
        expect(resized.width).toBe(start.width + pull.x * by.x);
        expect(resized.height).toBe(start.height + pull.y * by.y);
        expect(sameRect(resizeRect(resized, which, back(by), photo, "sticker"), start)).toBe(true);
      }),
    );
  });
  test("resizing a rotated box there and back changes it by at most two roundings", () => {
    fc.assert(
      fc.property(freeBox, handle, short, (start, which, by) => {
        const there = resizeRect(start, which, by, photo, "sticker");
        const again = resizeRect(there, which, back(by), photo, "sticker");
        for (const side of ["x", "y", "width", "height"] as const) {
          expect(Math.abs(again[side] - start[side])).toBeLessThanOrEqual(2);
        }
      }),
    );
  });
  test("growing stops at the photo's edge but continues along it", () => {
    const start = { x: 3700, y: 100, width: 200, height: 100, angle: 0 };
    const resized = resizeRect(start, "se", { x: 900, y: 50 }, photo, "sticker");
    expect(resized).toEqual({ x: 3700, y: 100, width: 300, height: 150, angle: 0 });
  });
  test("a shelf changes its height only", () => {
    const shelf = { x: 0, y: 500, width: 4000, height: 100, angle: 0 };
    expect(resizeRect(shelf, "n", { x: 70, y: -30 }, photo, "shelf")).toEqual({ ...shelf, y: 470, height: 130 });
    expect(resizeRect(shelf, "se", { x: 70, y: -30 }, photo, "shelf")).toEqual({ ...shelf, height: 70 });
  });
});

describe("rotating", () => {
  test("keeps the position; rotating back restores the box", () => {
    fc.assert(
      fc.property(freeBox, tenth, (start, by) => {
        const turned = rectAtAngle(start, (start.angle ?? 0) + by, photo, "sticker");
        expect(rectCenter(turned)).toEqual(rectCenter(start));
        expect(rectAtAngle(turned, (turned.angle ?? 0) - by, photo, "sticker")).toEqual(start);
      }),
    );
  });
  test.each([
    [359.98, 0],
    [-90, 270],
    [725.04, 5],
  ])("%d° is stored as %d°", (angle, kept) => {
    expect(rectAtAngle({ x: 0, y: 0, width: 9, height: 9 }, angle, photo, "sticker").angle).toBe(kept);
  });
  test("S5.16 a box at the photo's edge moves inside with all of its corners", () => {
    const atEdge = { x: 3700, y: 0, width: 300, height: 100, angle: 0 };
    expect(rectAtAngle(atEdge, 90, photo, "sticker")).toEqual({ ...atEdge, y: 100, angle: 90 });
    expect(rectAtAngle(atEdge, 45, photo, "sticker")).toEqual({ ...atEdge, y: 91, angle: 45 });
  });
  test("a shelf stays horizontal", () => {
    const shelf = { x: 0, y: 500, width: 4000, height: 100, angle: 0 };
    expect(rectAtAngle(shelf, 30, photo, "shelf")).toEqual(shelf);
  });
  test.each([
    [1.4, false, 0],
    [-1.4, false, 0],
    [91, false, 90],
    [92, false, 92],
    [52, true, 45],
    [53, true, 60],
    [359, true, 360],
  ])("%d° with Shift %s snaps to %d°", (angle, isCoarse, snapped) => {
    expect(snapAngle(angle, isCoarse)).toBe(snapped);
  });
  test("a bearing is measured clockwise from straight up", () => {
    const centre = { x: 10, y: 10 };
    const seen = [
      { x: 10, y: 0 },
      { x: 20, y: 10 },
      { x: 10, y: 20 },
      { x: 0, y: 10 },
    ].map((point) => bearing(centre, point));
    expect(seen).toEqual([0, 90, 180, 270]);
  });
});

describe("drawing", () => {
  test("two corners give the same box in any order", () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, label, (a, b, of) => {
        expect(rectFromCorners(a, b, photo, of)).toEqual(rectFromCorners(b, a, photo, of));
      }),
    );
  });
  test("from corner to corner; a shelf has the full width", () => {
    const [a, b] = [
      { x: 500.4, y: 700 },
      { x: 200, y: 400.6 },
    ];
    expect(rectFromCorners(a, b, photo, "sticker")).toEqual({ x: 200, y: 401, width: 300, height: 299, angle: 0 });
    expect(rectFromCorners(a, b, photo, "shelf")).toEqual({ x: 0, y: 401, width: 4000, height: 299, angle: 0 });
  });
});

test("S9.06 a click adds a box of the standard size around the point, inside the photo", () => {
  expect(rectAround({ x: 1000, y: 500 }, photo, "sticker")).toEqual({
    x: 850,
    y: 425,
    width: 300,
    height: 150,
    angle: 0,
  });
  expect(rectAround({ x: 3990, y: 10 }, photo, "sticker")).toMatchObject({ x: 3700, y: 0 });
  expect(rectAround({ x: 9, y: 500 }, photo, "shelf")).toEqual({ x: 0, y: 450, width: 4000, height: 100, angle: 0 });
});

test("a rotated box contains points near its own corners, not near those of the unrotated box", () => {
  const rect = { x: 100, y: 100, width: NEW_STICKER.width, height: NEW_STICKER.height, angle: 90 };
  expect(rectContains(rect, { x: 250, y: 30 })).toBe(true);
  expect(rectContains(rect, { x: 110, y: 110 })).toBe(false);
});
