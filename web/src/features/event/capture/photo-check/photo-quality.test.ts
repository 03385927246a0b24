import { describe, expect, it } from "vitest";
import { type GrayImage, problemsOf, goodPhotoText, toGrayImage, measureLight } from "./photo-quality.ts";

const LARGE = { width: 4032, height: 3024 };
const bar = (at: number, soft: number): number => {
  const phase = Math.abs((at % 32) - 16) - 8;
  return soft === 0 ? Number(phase > 0) : 1 / (1 + Math.exp(-phase / soft));
};

/** A shelf of print: bars of `width` pixels, soft over `soft` pixels along x and y. */
function shelf({ softX = 0, softY = 0, light = 1, base = 40 } = {}): GrayImage {
  const [width, height] = [640, 480];
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
    const value = base + 90 * bar(at % width, softX) + 90 * bar(Math.floor(at / width), softY);
    return Math.min(255, value * light);
  });
  return { width, height, pixels };
}
const doubts = (grey: GrayImage) => problemsOf(measureLight(grey), LARGE, null);

describe("a photo is", () => {
  it("fine when edges are edges", () => {
    expect(doubts(shelf())).toEqual([]);
  });

  it("blurred when they are soft, and when they are soft in one direction only", () => {
    expect(doubts(shelf({ softX: 4, softY: 4 }))).toEqual(["blurred"]);
    expect(doubts(shelf({ softX: 4 }))).toEqual(["blurred"]);
    expect(doubts(shelf({ softY: 4 }))).toEqual(["blurred"]);
  });

  it("blurred when there is nothing on it at all", () => {
    expect(doubts({ ...shelf(), pixels: new Uint8Array(640 * 480).fill(128) })).toEqual(["blurred"]);
  });

  it("too dark when its brightest tenth is", () => {
    expect(doubts(shelf({ light: 0.15 }))).toContain("dark");
  });

  it("full of glare when patches of it are nothing but white", () => {
    const grey = shelf();
    grey.pixels.fill(255, 0, 640 * 96);
    expect(doubts(grey)).toEqual(["glare"]);
    // White print on a label is none.
    expect(doubts(shelf({ base: 75 }))).toEqual([]);
  });

  it("too small when labels would have too few pixels, whichever way it is held", () => {
    const look = measureLight(shelf());
    expect(problemsOf(look, { width: 1000, height: 750 }, null)).toEqual(["small"]);
    expect(problemsOf(look, { width: 900, height: 1600 }, null)).toEqual([]);
  });

  // As the finder saw the samples laid side by side, each at this part of its size, and what of their stickers was read then.
  it.each([
    ["fine as they are, 100 %", { stickers: 11, width: 84 / 1344, maybe: 13 }, []],
    ["fine at 0.6, 96 %", { stickers: 22, width: 50 / 1344, maybe: 39 }, []],
    ["too far at 0.4, 72 %", { stickers: 13, width: 44 / 1344, maybe: 25 }, ["far"]],
    [
      "too far at 0.22, 9 %: what is found is large, and not what is there",
      { stickers: 4, width: 68 / 1344, maybe: 19 },
      ["far"],
    ],
    ["of no shelf when there is nothing", { stickers: 0, width: 0, maybe: 2 }, ["none"]],
  ] as const)("%s", (_, labels, expected) => {
    expect(problemsOf(measureLight(shelf()), LARGE, labels)).toEqual(expected);
  });
});

it("who took a good one is told how many stickers are on it, if anybody has looked", () => {
  expect([null, 1, 12].map(goodPhotoText)).toEqual([
    "Sharp, well lit",
    "Sharp, well lit, 1 sticker",
    "Sharp, well lit, 12 stickers",
  ]);
});

it("grey is what an eye makes of colours", () => {
  const { pixels } = toGrayImage(Uint8ClampedArray.from([255, 255, 255, 255, 0, 255, 0, 255, 0, 0, 255, 255]), 3, 1);
  expect([...pixels]).toEqual([255, 149, 28]);
});
