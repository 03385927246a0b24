import { expect, test } from "vitest";
import { cropBox, cropKey, cropKeySchema, cropScale, cropSize } from "./result-crop.ts";

test.each([
  ["a near sticker is reduced to the height of a crop", { width: 600, height: 300 }, { width: 272, height: 136 }],
  ["a far sticker is not enlarged", { width: 100, height: 50 }, { width: 124, height: 62 }],
  ["a wide box is limited by its width", { width: 4000, height: 100 }, { width: 480, height: 12 }],
  ["a box of one pixel has a crop", { width: 1, height: 1 }, { width: 1, height: 1 }],
])("%s", (_, box, size) => {
  const rect = { x: 10, y: 20, ...box };
  expect(cropSize(rect)).toEqual(size);
  expect(cropScale(rect)).toBeLessThanOrEqual(1);
});

test("a crop shows the box with a margin, about the same center", () => {
  const box = cropBox({ x: 100, y: 50, width: 200, height: 100, angle: 30 });
  expect(box).toEqual({ cx: 200, cy: 100, width: 248, height: 124, angle: 30 });
});

test("the key names the box, also a rotated one and one beyond the photo's edge", () => {
  const rect = { x: -3, y: 50, width: 200, height: 100 };
  expect(cropKey(rect)).toBe("1_-3_50_200_100_0");
  expect(cropKey({ ...rect, angle: 0 })).toBe(cropKey(rect));
  for (const angle of [0, 12.3456, 359.999, 1e-7]) {
    expect(cropKeySchema.parse(cropKey({ ...rect, angle }))).toBe(cropKey({ ...rect, angle }));
  }
  expect(cropKeySchema.safeParse("../../etc").success).toBe(false);
});
