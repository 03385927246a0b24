import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makePatch } from "../detection/patch.ts";
import { RESULT_CLASSES } from "../detection/result.ts";
import { result, results, shelf, sticker } from "../testing/factories.ts";
import { clampRect, isRectInside, normalizeAngle, roundRect } from "./clamp.ts";
import { quadIou, rotatedIou, sharedPart } from "./iou.ts";
import { newShelf, newSticker, newStickerRect } from "./new-box.ts";
import { rotatePatches, rotatePredictions, rotateRect } from "./orient.ts";
import { type Point, type Rect, type Size, rectBounds, rectCorners, rectSchema, sameRect } from "./rect.ts";

const size: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 1, max: 12_000 }),
  height: fc.integer({ min: 1, max: 12_000 }),
});
const near = fc.double({ min: -20_000, max: 20_000, noNaN: true });
const anyRect: fc.Arbitrary<Rect> = fc.record(
  { x: near, y: near, width: near, height: near, angle: near },
  { requiredKeys: ["x", "y", "width", "height"] },
);

describe("S9.07 S5.16 boxes are whole pixels inside the photo", () => {
  test("rounded, with sides of at least 1 and an angle of 0–360", () => {
    expect(roundRect({ x: 1.5, y: -0.4, width: 0.2, height: 9.4, angle: -90 })).toEqual({
      x: 2,
      y: 0,
      width: 1,
      height: 9,
      angle: 270,
    });
    expect([0, 360, 361, -360, 725].map(normalizeAngle)).toEqual([0, 360, 1, 0, 5]);
  });
  test.each([
    ["inside", { x: 10, y: 20, width: 30, height: 40, angle: 45 }, { x: 10, y: 20, width: 30, height: 40, angle: 45 }],
    ["beyond", { x: 990, y: 590, width: 30, height: 40 }, { x: 970, y: 560, width: 30, height: 40 }],
    ["before", { x: -5, y: -5, width: 30, height: 40 }, { x: 0, y: 0, width: 30, height: 40 }],
    ["larger", { x: -5, y: 5, width: 5000, height: 5000 }, { x: 0, y: 0, width: 1000, height: 600 }],
  ])("%s", (_, rect, expected) => {
    expect(clampRect(rect, { width: 1000, height: 600 }, "sticker")).toEqual(expected);
  });
  test("a shelf has x 0, the photo's width, angle 0", () => {
    expect(clampRect({ x: 50, y: 580, width: 9, height: 40, angle: 3 }, { width: 1000, height: 600 }, "shelf")).toEqual(
      {
        x: 0,
        y: 560,
        width: 1000,
        height: 40,
        angle: 0,
      },
    );
  });
  test("any clamped box is inside, satisfies the schema, and is unchanged by clamping again", () => {
    fc.assert(
      fc.property(anyRect, size, fc.constantFrom(...RESULT_CLASSES), (rect, photo, label) => {
        const clamped = clampRect(rect, photo, label);
        expect(isRectInside(clamped, photo, label)).toBe(true);
        expect(rectSchema.safeParse(clamped).success).toBe(true);
        expect(clampRect(clamped, photo, label)).toEqual(clamped);
      }),
    );
  });
});

const round = (point: Point) => ({ x: Math.round(point.x * 10) / 10 + 0, y: Math.round(point.y * 10) / 10 + 0 });

describe("corners", () => {
  test("clockwise from the box's own top left", () => {
    const corners = rectCorners({ x: 0, y: 0, width: 4, height: 2 });
    expect(corners).toEqual([
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 2 },
      { x: 0, y: 2 },
    ]);
    expect(rectCorners({ x: 0, y: 0, width: 4, height: 2, angle: 90 }).map(round)).toEqual([
      { x: 3, y: -1 },
      { x: 3, y: 3 },
      { x: 1, y: 3 },
      { x: 1, y: -1 },
    ]);
  });
  test("rectBounds is their bounding box", () => {
    expect(rectBounds({ x: 1, y: 2, width: 3, height: 4 })).toEqual({ left: 1, top: 2, right: 4, bottom: 6 });
    const turned = rectBounds({ x: 0, y: 0, width: 4, height: 2, angle: 270 });
    expect(round({ x: turned.left, y: turned.top })).toEqual({ x: 1, y: -1 });
  });
  test("a missing angle equals 0", () => {
    const box = { x: 1, y: 2, width: 3, height: 4 };
    expect(sameRect(box, { ...box, angle: 0 })).toBe(true);
    expect(sameRect(box, { ...box, angle: 1 })).toBe(false);
    for (const side of ["x", "y", "width", "height"]) expect(sameRect(box, { ...box, [side]: 9 })).toBe(false);
  });
});

function countedIou(a: Rect, b: Rect): number {
  let both = 0;
  let either = 0;
  for (let x = -50; x <= 100; x += 0.5) {
    for (let y = -50; y <= 100; y += 0.5) {
      const [inA, inB] = [holds(a, x, y), holds(b, x, y)];
      both += Number(inA && inB);
      either += Number(inA || inB);
    }
  }
  return both / either;
}

function holds(rect: Rect, x: number, y: number): boolean {
  const radians = (-(rect.angle ?? 0) * Math.PI) / 180;
  const dx = x - rect.x - rect.width / 2;
  const dy = y - rect.y - rect.height / 2;
  const alongX = dx * Math.cos(radians) - dy * Math.sin(radians);
  const alongY = dx * Math.sin(radians) + dy * Math.cos(radians);
  return Math.abs(alongX) <= rect.width / 2 && Math.abs(alongY) <= rect.height / 2;
}

describe("intersection over union of rotated boxes", () => {
  const box = { x: 0, y: 0, width: 100, height: 50 };
  test.each([
    ["itself", box, 1],
    ["itself rotated by 180°", { ...box, angle: 180 }, 1],
    ["shifted by half its width", { ...box, x: 50 }, 1 / 3],
    ["a quarter inside it", { x: 10, y: 10, width: 50, height: 25 }, 0.25],
    ["touching it", { ...box, x: 100 }, 0],
    ["far from it", { ...box, x: 1000 }, 0],
    ["itself rotated by 90°", { ...box, angle: 90 }, 2500 / 7500],
  ])("%s", (_, other, iou) => {
    expect(rotatedIou(box, other)).toBeCloseTo(iou, 9);
    expect(rotatedIou(other, box)).toBeCloseTo(iou, 9);
  });
  test("a square and the same square rotated by 45° intersect in an octagon", () => {
    const square = { x: 0, y: 0, width: 2, height: 2 };
    const octagon = 8 * (Math.SQRT2 - 1);
    expect(rotatedIou(square, { ...square, angle: 45 })).toBeCloseTo(octagon / (8 - octagon), 9);
  });
  test("the shared part of two boxes is counted from the smaller one", () => {
    const inside = { x: 10, y: 10, width: 50, height: 25 };
    expect(sharedPart(box, inside)).toBeCloseTo(1, 9);
    expect(sharedPart({ ...inside, x: 75 }, box)).toBeCloseTo(0.5, 9);
    expect(sharedPart(box, { ...inside, width: 0 })).toBe(0);
  });
  test("two empty polygons have IoU 0", () => {
    const nothing = { x: 1, y: 1 };
    expect(quadIou([nothing, nothing, nothing, nothing], [nothing, nothing, nothing, nothing])).toBe(0);
  });
  const small = fc.record({
    x: fc.integer({ min: -20, max: 20 }),
    y: fc.integer({ min: -20, max: 20 }),
    width: fc.integer({ min: 5, max: 40 }),
    height: fc.integer({ min: 5, max: 40 }),
    angle: fc.integer({ min: 0, max: 360 }),
  });
  test("agrees with counting grid points", () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(Math.abs(rotatedIou(a, b) - countedIou(a, b))).toBeLessThan(0.04);
        expect(rotatedIou(a, b)).toBeCloseTo(rotatedIou(b, a), 9);
      }),
      { numRuns: 40 },
    );
  });
});

describe("S9.06 new boxes (PD-26)", () => {
  test("a sticker: 300 by 150 at y 400, 700 from the right edge, angle 0", () => {
    const expected = { x: 3300, y: 400, width: 300, height: 150, angle: 0 };
    expect(newStickerRect({ width: 4000, height: 3000 })).toEqual(expected);
    expect(newSticker({ width: 4000, height: 3000 })).toMatchObject({
      label: "sticker",
      rect: expected,
      code: { value: "", pattern: null },
      quantity: { value: "", pattern: null },
    });
  });
  test("a drawn sticker keeps its box; moved inside a small photo", () => {
    expect(newSticker({ width: 4000, height: 3000 }, { x: 3999, y: 1, width: 10, height: 10 }).rect.x).toBe(3990);
    expect(newStickerRect({ width: 500, height: 300 })).toEqual({ x: 0, y: 150, width: 300, height: 150, angle: 0 });
    expect(newStickerRect({ width: 200, height: 100 })).toEqual({ x: 0, y: 0, width: 200, height: 100, angle: 0 });
  });
  test("a shelf: below the lowest, code is the count plus one with two digits, ignoring discarded shelves", () => {
    const photo = { width: 4000, height: 3000 };
    const two = results(shelf("07", 1000), shelf("09", 500), sticker());
    expect(newShelf(two, photo)).toEqual({
      label: "shelf",
      rect: { x: 0, y: 1100, width: 4000, height: 100, angle: 0 },
      confidence: 1,
      code: { value: "03", pattern: "^\\d+$" },
      values: [],
    });
    const gone = { ...result(shelf("08", 2000)), discarded: true };
    expect(newShelf([...two, gone], photo)).toEqual(newShelf(two, photo));
    expect(newShelf([], photo)).toMatchObject({ rect: { y: 0, height: 100 }, code: { value: "01" } });
    expect(newShelf(results(shelf("01", 2950)), photo).rect.y).toBe(2900);
    expect(newShelf([], photo, { x: 9, y: 70, width: 9, height: 30 }).rect).toEqual({
      x: 0,
      y: 70,
      width: 4000,
      height: 30,
      angle: 0,
    });
    const many = results(...Array.from({ length: 99 }, () => shelf()));
    expect(newShelf(many, photo).code.value).toBe("100");
  });
});

test("PD-17: a detection's predictions and patches rotate with the photo", () => {
  const photo = { width: 4000, height: 3000 };
  const [from, to] = ["normal", "rotate90CW"] as const;
  const turn = (rect: Rect) => rotateRect(rect, photo, from, to);
  const found = sticker();
  const patches = [makePatch.rect(0, found.rect), makePatch.add(found), makePatch.code(0, "1"), makePatch.discard(0)];
  expect(rotatePredictions([found], photo, from, to)).toEqual([{ ...found, rect: turn(found.rect) }]);
  expect(rotatePatches(patches, photo, from, to)).toEqual([
    makePatch.rect(0, turn(found.rect)),
    makePatch.add({ ...found, rect: turn(found.rect) }),
    patches[2],
    patches[3],
  ]);
});
