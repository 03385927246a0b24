import { DESCRIPTOR_WORDS, type Keypoints } from "@precount/domain";
import { expect, test } from "vitest";
import type { GrayImage } from "../gray-image.ts";
import { findKeypoints } from "./find-keypoints.ts";

/** Gray blocks of 12 pixels, always the same. */
function drawBlocks(width: number, height: number): GrayImage {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const block = Math.floor(x / 12) * 7919 + Math.floor(y / 12) * 104_729;
      data[y * width + x] = Math.imul(block, 2_654_435_761) >>> 24;
    }
  }
  return { data, width, height };
}

const pointsOf = ({ x, y }: Keypoints): string[] => [...x].map((value, i) => `${value} ${y[i]}`);

test("finds corners of three sizes, each with its descriptor", () => {
  const found = findKeypoints(drawBlocks(720, 480), 720);
  expect(found.x.length).toBeGreaterThan(150);
  expect(found.descriptors).toHaveLength(found.x.length * DESCRIPTOR_WORDS);
});

test("gives coordinates in pixels of the full photo", () => {
  const half = findKeypoints(drawBlocks(720, 480), 720);
  const full = findKeypoints(drawBlocks(720, 480), 1440);
  expect(
    pointsOf(full).map((point) =>
      point
        .split(" ")
        .map((value) => Math.floor(Number(value) / 2))
        .join(" "),
    ),
  ).toEqual(pointsOf(half));
});

test("finds no keypoints in a photo of one color, and in a photo smaller than a descriptor", () => {
  const even = { data: new Uint8Array(400 * 300).fill(90), width: 400, height: 300 };
  expect(findKeypoints(even, 400).x).toHaveLength(0);
  expect(findKeypoints(drawBlocks(20, 20), 20).x).toHaveLength(0);
});
