import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairs } from "../testing/matrix.ts";
import { orientPoint, orientSize, rotateRect, unorientPoint } from "./orient.ts";
import { ORIENTATIONS, type Orientation, ROTATIONS, effectiveOrientation } from "./orientation.ts";
import { type Point, type Rect, type Size, rectCorners, sameRect } from "./rect.ts";

const size: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 1, max: 12_000 }),
  height: fc.integer({ min: 1, max: 12_000 }),
});
const orientation = fc.constantFrom(...ORIENTATIONS);

describe("S4.23 the eight orientations", () => {
  /** Positions of the stored top left and top right corners on the upright photo, for a 4 × 3 photo. */
  const TOP_EDGE: Readonly<Record<Orientation, [Point, Point]>> = {
    unknown: [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
    ],
    normal: [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
    ],
    flipHorizontal: [
      { x: 4, y: 0 },
      { x: 0, y: 0 },
    ],
    rotate180: [
      { x: 4, y: 3 },
      { x: 0, y: 3 },
    ],
    flipVertical: [
      { x: 0, y: 3 },
      { x: 4, y: 3 },
    ],
    transpose: [
      { x: 0, y: 0 },
      { x: 0, y: 4 },
    ],
    rotate90CW: [
      { x: 3, y: 0 },
      { x: 3, y: 4 },
    ],
    transverse: [
      { x: 3, y: 4 },
      { x: 3, y: 0 },
    ],
    rotate270CW: [
      { x: 0, y: 4 },
      { x: 0, y: 0 },
    ],
  };
  const photo = { width: 4, height: 3 };
  test.each(ORIENTATIONS)("%s", (orientation) => {
    const corners = [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
    ].map((corner) => orientPoint(corner, photo, orientation));
    expect(corners).toEqual(TOP_EDGE[orientation]);
    const sideways = ["transpose", "rotate90CW", "transverse", "rotate270CW"].includes(orientation);
    expect(orientSize(photo, orientation)).toEqual(sideways ? { width: 3, height: 4 } : photo);
  });

  test("orienting and reversing restores the point, always inside the photo", () => {
    fc.assert(
      fc.property(size, orientation, fc.nat(12_000), fc.nat(12_000), (stored, turn, rawX, rawY) => {
        const point = { x: rawX % (stored.width + 1), y: rawY % (stored.height + 1) };
        const upright = orientPoint(point, stored, turn);
        const { width, height } = orientSize(stored, turn);
        expect(upright.x >= 0 && upright.x <= width && upright.y >= 0 && upright.y <= height).toBe(true);
        expect(unorientPoint(upright, stored, turn)).toEqual(point);
        expect(orientSize(orientSize(stored, turn), turn)).toEqual(stored);
      }),
    );
  });
});

describe("S4.24 a rotation override takes precedence over the metadata", () => {
  test.each(pairs(ORIENTATIONS, ROTATIONS))("%s, %s", (orientation, rotation) => {
    const metadata = orientation === "unknown" ? "normal" : orientation;
    expect(effectiveOrientation(orientation, rotation)).toBe(rotation === "none" ? metadata : rotation);
  });
});

describe("PD-17: rotating moves the boxes without loss", () => {
  const placed = size.chain((photo) =>
    fc
      .record(
        {
          x: fc.nat(photo.width - 1),
          y: fc.nat(photo.height - 1),
          width: fc.integer({ min: 1, max: photo.width }),
          height: fc.integer({ min: 1, max: photo.height }),
          // Tenths, as the form and the handle give them.
          angle: fc.integer({ min: 0, max: 3600 }).map((tenths) => tenths / 10),
        },
        { requiredKeys: ["x", "y", "width", "height"] },
      )
      .map((rect): { photo: Size; rect: Rect } => ({ photo, rect })),
  );
  const quarters: readonly Orientation[] = ["normal", "rotate90CW", "rotate180", "rotate270CW"];

  test("four 90° rotations are exactly the identity", () => {
    fc.assert(
      fc.property(placed, ({ photo, rect }) => {
        let box = rect;
        for (const [i, from] of quarters.entries()) {
          box = rotateRect(box, orientSize(photo, from), from, quarters[(i + 1) % 4] ?? from);
        }
        expect(box).toEqual(rect);
      }),
    );
  });

  test("any rotation and its reverse are the identity; another path gives the same box", () => {
    fc.assert(
      fc.property(placed, orientation, orientation, orientation, ({ photo, rect }, from, via, to) => {
        const stored = orientSize(photo, from);
        const direct = rotateRect(rect, photo, from, to);
        expect(rotateRect(direct, orientSize(stored, to), to, from)).toEqual(rect);
        const first = rotateRect(rect, photo, from, via);
        expect(rotateRect(first, orientSize(stored, via), via, to)).toEqual(direct);
        expect(Number.isInteger(direct.x) && Number.isInteger(direct.y)).toBe(true);
      }),
    );
  });

  test("a model's angle is the same box after any rotations and back", () => {
    const angle = fc.double({ min: 0, max: 359.9, noNaN: true });
    fc.assert(
      fc.property(placed, angle, orientation, fc.array(orientation), ({ photo, rect }, degrees, start, path) => {
        const stored = orientSize(photo, start);
        let [box, from]: [Rect, Orientation] = [{ ...rect, angle: degrees }, start];
        for (const to of [...path, start]) {
          box = rotateRect(box, orientSize(stored, from), from, to);
          from = to;
        }
        expect(sameRect(box, { ...rect, angle: degrees })).toBe(true);
      }),
    );
  });

  test("the corners of the rotated box are the rotated corners", () => {
    fc.assert(
      fc.property(placed, orientation, orientation, ({ photo, rect }, from, to) => {
        const stored = orientSize(photo, from);
        const expected = rectCorners(rect).map((corner) =>
          orientPoint(unorientPoint(corner, stored, from), stored, to),
        );
        const turned = rectCorners(rotateRect(rect, photo, from, to));
        for (const corner of expected) {
          const distance = Math.min(...turned.map((other) => Math.hypot(other.x - corner.x, other.y - corner.y)));
          expect(distance).toBeLessThan(1e-6);
        }
      }),
    );
  });

  test("a box at the top left corner is at the top right corner after a 90° rotation", () => {
    const box = { x: 10, y: 20, width: 300, height: 150, angle: 5 };
    expect(rotateRect(box, { width: 4000, height: 3000 }, "normal", "rotate90CW")).toEqual({
      x: 3000 - 20 - 150,
      y: 10,
      width: 150,
      height: 300,
      angle: 5,
    });
  });
});
