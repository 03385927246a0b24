import { describe, expect, it } from "vitest";
import { type GrayImage, problemsOf, goodPhotoText, toGrayImage, measureLight } from "./photo-quality.ts";

const LARGE = { width: 4032, height: 3024 };
const bar = (at: number, softness: number): number => {
  const phase = Math.abs((at % 32) - 16) - 8;
  return softness === 0 ? Number(phase > 0) : 1 / (1 + Math.exp(-phase / softness));
};

/** Print on a shelf: bars whose edges are soft over `softX` and `softY` pixels. */
function shelf({ softX = 0, softY = 0, light = 1, base = 40 } = {}): GrayImage {
  const [width, height] = [640, 480];
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    const value = base + 90 * bar(at % width, softX) + 90 * bar(Math.floor(at / width), softY);
    return Math.min(255, value * light);
  });
  return { width, height, pixels };
}
const problems = (gray: GrayImage) => problemsOf(measureLight(gray), LARGE, null);

describe("a photo", () => {
  it("has no problem when its edges are sharp", () => {
    expect(problems(shelf())).toEqual([]);
  });

  it("is blurred when its edges are soft, in both directions or in one", () => {
    expect(problems(shelf({ softX: 4, softY: 4 }))).toEqual(["blurred"]);
    expect(problems(shelf({ softX: 4 }))).toEqual(["blurred"]);
    expect(problems(shelf({ softY: 4 }))).toEqual(["blurred"]);
  });

  it("is blurred when it has no contrast", () => {
    expect(problems({ ...shelf(), pixels: new Uint8Array(640 * 480).fill(128) })).toEqual(["blurred"]);
  });

  it("is too dark when its brightest tenth is", () => {
    expect(problems(shelf({ light: 0.15 }))).toContain("dark");
  });

  it("has glare when areas of it are overexposed", () => {
    const gray = shelf();
    gray.pixels.fill(255, 0, 640 * 96);
    expect(problems(gray)).toEqual(["glare"]);
    // White labels are not glare.
    expect(problems(shelf({ base: 75 }))).toEqual([]);
  });

  it("is too small when its longer edge has too few pixels, in portrait and in landscape", () => {
    const look = measureLight(shelf());
    expect(problemsOf(look, { width: 1000, height: 750 }, null)).toEqual(["small"]);
    expect(problemsOf(look, { width: 900, height: 1600 }, null)).toEqual([]);
  });

  // Detections in the samples laid side by side and reduced to this size, and the share of stickers that was read (ADR-021).
  it.each([
    ["has no problem at full size, 100 % read", { stickers: 11, width: 84 / 1344, candidates: 13 }, []],
    ["has no problem at 0.6, 96 % read", { stickers: 22, width: 50 / 1344, candidates: 39 }, []],
    ["is too far away at 0.4, 72 % read", { stickers: 13, width: 44 / 1344, candidates: 25 }, ["far"]],
    [
      "is too far away at 0.22, 9 % read: the few detections are large and false",
      { stickers: 4, width: 68 / 1344, candidates: 19 },
      ["far"],
    ],
    ["shows no stickers when none is found", { stickers: 0, width: 0, candidates: 2 }, ["none"]],
  ] as const)("%s", (_, measures, expected) => {
    expect(problemsOf(measureLight(shelf()), LARGE, measures)).toEqual(expected);
  });
});

it("goodPhotoText names the number of stickers if the detector ran", () => {
  expect([null, 1, 12].map(goodPhotoText)).toEqual([
    "Sharp, well lit",
    "Sharp, well lit, 1 sticker",
    "Sharp, well lit, 12 stickers",
  ]);
});

it("toGrayImage weights red, green and blue by perceived brightness", () => {
  const { pixels } = toGrayImage(Uint8ClampedArray.from([255, 255, 255, 255, 0, 255, 0, 255, 0, 0, 255, 255]), 3, 1);
  expect([...pixels]).toEqual([255, 149, 28]);
});
