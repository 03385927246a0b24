import { expect, test } from "vitest";
import { alignedTransform } from "./aligned-view.ts";

/** Applies the six numbers of a canvas transform. */
const apply = ([a, b, c, d, e, f]: readonly number[], x: number, y: number): number[] => [
  Math.round((a ?? 0) * x + (c ?? 0) * y + (e ?? 0)),
  Math.round((b ?? 0) * x + (d ?? 0) * y + (f ?? 0)),
];

test("shows the same place of two photos at the same place of the frame", () => {
  // B shows A moved by 1000 pixels, at twice the scale.
  const homography = [2, 0, -2000, 0, 2, 100, 0, 0, 1];
  const view = { center: { x: 1500, y: 700 }, width: 800 };
  const frame = { width: 400, height: 300 };
  const a = alignedTransform(view, frame, 1, null);
  // The preview of B has half of its pixels.
  const b = alignedTransform(view, frame, 0.5, homography);
  expect(apply(a, 1500, 700)).toEqual([200, 150]);
  expect(apply(a, 1900, 700)).toEqual([400, 150]);
  expect(apply(b, 500, 750)).toEqual([200, 150]);
  expect(apply(b, 900, 750)).toEqual([400, 150]);
});
