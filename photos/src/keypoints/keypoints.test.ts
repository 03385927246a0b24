import { DESCRIPTOR_WORDS, type Keypoints } from "@precount/domain";
import { expect, test } from "vitest";
import { findKeypoints } from "./find-keypoints.ts";

/** Gray blocks of 12 pixels, RGBA, always the same. */
function drawBlocks(
  width: number,
  height: number,
): { data: Uint8Array; width: number; height: number; channels: number } {
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const block = Math.floor(x / 12) * 7919 + Math.floor(y / 12) * 104_729;
      data.fill(Math.imul(block, 2_654_435_761) >>> 24, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { data, width, height, channels: 4 };
}

/** The same pixels as a camera stores them that was turned: upright after a rotation by 90° clockwise. */
function storeTurned({ data, width, height, channels }: ReturnType<typeof drawBlocks>): ReturnType<typeof drawBlocks> {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = ((width - 1 - x) * height + y) * channels;
      turned.set(data.subarray((y * width + x) * channels, (y * width + x + 1) * channels), to);
    }
  }
  return { data: turned, width: height, height: width, channels };
}

const pointsOf = ({ x, y }: Keypoints): string[] => [...x].map((value, i) => `${value} ${y[i]}`);

test("finds the same keypoints of a photo however it is stored", () => {
  const upright = drawBlocks(720, 480);
  const found = findKeypoints(upright, "normal", 720);
  expect(found.x.length).toBeGreaterThan(150);
  expect(found.descriptors).toHaveLength(found.x.length * DESCRIPTOR_WORDS);
  expect(findKeypoints(storeTurned(upright), "rotate90CW", 720)).toEqual(found);
});

test("gives coordinates in pixels of the full photo", () => {
  const half = findKeypoints(drawBlocks(720, 480), "normal", 720);
  const full = findKeypoints(drawBlocks(720, 480), "normal", 1440);
  expect(
    pointsOf(full).map((point) =>
      point
        .split(" ")
        .map((value) => Math.floor(Number(value) / 2))
        .join(" "),
    ),
  ).toEqual(pointsOf(half));
});

test("finds nothing in an even photo, and in one smaller than a descriptor", () => {
  const even = { data: new Uint8Array(400 * 300 * 4).fill(90), width: 400, height: 300, channels: 4 };
  expect(findKeypoints(even, "normal", 400).x).toHaveLength(0);
  expect(findKeypoints(drawBlocks(20, 20), "normal", 20).x).toHaveLength(0);
});
