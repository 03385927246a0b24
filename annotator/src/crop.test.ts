import { describe, expect, it } from "vitest";
import { cropAround, cropTransform, sliceRect } from "./crop.ts";

const apply = ([a, b, c, d, e, f]: readonly number[], x: number, y: number): { x: number; y: number } => ({
  // The type of `cropTransform` guarantees six numbers.
  x: a! * x + c! * y + e!,
  y: b! * x + d! * y + f!,
});

describe("crop", () => {
  const frame = { width: 200, height: 100 };

  it("fills the frame for any aspect ratio of the box", () => {
    for (const rect of [
      { x: 10, y: 20, width: 300, height: 150 },
      { x: 10, y: 20, width: 30, height: 400 },
    ]) {
      const crop = cropAround(rect, frame);
      expect(crop.width / crop.height).toBeCloseTo(2, 9);
      expect(crop.width).toBeGreaterThan(rect.width);
      expect(crop.height).toBeGreaterThan(rect.height);
    }
  });

  it("puts the box's center at the canvas's center when the preview has half the photo's size", () => {
    const crop = cropAround({ x: 1000, y: 500, width: 300, height: 150, angle: 37 }, frame);
    const at = apply(cropTransform(crop, { width: 400, height: 200 }, 0.5), 1150 / 2, 575 / 2);
    expect(at.x).toBeCloseTo(200, 6);
    expect(at.y).toBeCloseTo(100, 6);
  });

  it("draws a rotated box upright: its right end is right of the center", () => {
    const rect = { x: 1000, y: 500, width: 300, height: 150, angle: 90 };
    // Rotated 90° clockwise, the box's right end points down in the photo.
    const rightEnd = { x: 1150, y: 575 + 150 };
    const at = apply(cropTransform(cropAround(rect, frame), frame, 1), rightEnd.x, rightEnd.y);
    expect(at.y).toBeCloseTo(50, 6);
    expect(at.x).toBeGreaterThan(150);
  });
});

it("splits an unrotated box into slices that cover it, and does not split a rotated box", () => {
  const band = { x: 0, y: 100, width: 4000, height: 80, angle: 0 };
  const pieces = sliceRect(band, 3);
  expect(pieces.map(({ y, height }) => [y, height])).toEqual([1, 2, 3].map(() => [100, 80]));
  expect(pieces[0]?.x).toBe(0);
  expect(pieces.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(4000);
  expect((pieces[2]?.x ?? 0) + (pieces[2]?.width ?? 0)).toBeCloseTo(4000);
  const rotated = { ...band, angle: 5 };
  expect(sliceRect(rotated, 3)).toEqual([rotated]);
});
