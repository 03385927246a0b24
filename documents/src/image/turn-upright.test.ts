import type { Box } from "@precount/domain";
import type { ReadText, TextReader } from "@precount/ocr";
import { type Pixels, scaleBox } from "@precount/photos";
import { describe, expect, test } from "vitest";
import { readImage } from "./read-image.ts";
import { areVertical, findSidewaysTurn, findTurnByReading, turn } from "./turn-upright.ts";

const lineAt = (cy: number, width = 300, height = 20): Box => ({ cx: 300, cy, width, height, angle: 0 });
const asVertical = ({ cx, cy, width, height }: Box): Box => ({
  cx: cy,
  cy: cx,
  width: height,
  height: width,
  angle: 0,
});
const WIDTH = 600;
const LINES = [60, 110, 160, 210, 260].map((cy) => lineAt(cy));

/** A white image with a row of dark letters in each box. */
function printed(boxes: readonly Box[]): Pixels {
  const [width, height] = [WIDTH, 320];
  const data = new Uint8Array(width * height * 3).fill(255);
  for (const box of boxes) {
    for (let x = box.cx - box.width / 2 + 4; x < box.cx + box.width / 2 - 4; x += 1) {
      if (x % 10 > 6) continue;
      for (let y = box.cy - 6; y < box.cy + 6; y += 1) data.fill(20, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return { data, width, height };
}

/** A reader that finds LINES and reads each box with the next confidence; the last one is repeated. */
function fakeReader(confidences: readonly number[]): TextReader {
  const left = [...confidences];
  const read = (): ReadText => {
    const confidence = (left.length > 1 ? left.shift() : left[0]) ?? 0;
    const text = confidence > 0.5 ? "counted" : "pəʇunoɔ";
    const glyphs = Array.from(text, (char, at) => ({ char, probability: confidence, at: (at + 0.5) / text.length }));
    return { text, confidence, glyphs };
  };
  return {
    findLines: ({ width }) =>
      Promise.resolve(LINES.map((line) => Object.assign(scaleBox(line, width / WIDTH), { score: 1 }))),
    readBoxes: (_, boxes) => Promise.resolve(boxes.map(read)),
    close: () => Promise.resolve(),
  };
}

describe("whether the lines of a picture run from top to bottom", () => {
  test.each([
    ["horizontal lines", LINES, false],
    ["vertical lines", LINES.map(asVertical), true],
    ["mostly vertical lines", [...LINES.map(asVertical), lineAt(300)], true],
    ["two vertical lines", LINES.map(asVertical).slice(0, 2), false],
    ["short words", LINES.map((line) => ({ ...line, width: 20, height: 30 })), false],
  ])("%s", (_, lines, expected) => {
    expect(areVertical(lines)).toBe(expected);
  });
});

test.each([
  [[0.9, 0.4], "rotate90CW"],
  [[0.4, 0.9], "rotate270CW"],
] as const)(
  "turns a sideways picture to where its lines are read with confidence %j",
  async (confidences, expected) => {
    const image = printed(LINES);
    const reader = fakeReader(Array.from({ length: 6 }, () => confidences).flat());
    expect(await findSidewaysTurn(image, LINES.map(asVertical).slice(0, 3), reader)).toBe(expected);
  },
);

test.each([
  [[0.95], null],
  [[0.5, 0.9, 0.3, 0.4], "rotate90CW"],
  [[0.5, 0.3, 0.9, 0.4], "rotate270CW"],
  [[0.5, 0.3, 0.4, 0.9], "rotate180"],
  [[0.5, 0.52, 0.4, 0.3], null],
] as const)("PD-105: turns short texts to where they are read best: %j", async (confidences, expected) => {
  const reader = fakeReader(confidences.flatMap((confidence) => LINES.map(() => confidence)));
  expect(await findTurnByReading(printed(LINES), LINES, reader)).toBe(expected);
});

test.each([
  ["horizontal", LINES],
  ["vertical", LINES.map(asVertical)],
])("PD-105: reads a %s line without its neighbors to find the direction", async (_, lines) => {
  const sizes: number[] = [];
  const reader = fakeReader([0.95]);
  const sizing: TextReader = {
    ...reader,
    readBoxes: ({ width, height }, boxes) => {
      sizes.push(Math.min(width, height));
      return reader.readBoxes({ data: new Uint8Array(), width, height }, boxes);
    },
  };
  await findTurnByReading({ ...printed(LINES), height: WIDTH, data: new Uint8Array(WIDTH * WIDTH * 3) }, lines, sizing);
  // The lines are 20 pixels high and 50 pixels apart.
  expect(sizes).toEqual([26, 26, 26, 26, 26]);
});

test("rotates an image by 90°", async () => {
  const image = { data: Uint8Array.from([1, 1, 1, 2, 2, 2]), width: 2, height: 1 };
  const turned = await turn(image, "rotate90CW");
  expect([turned.width, turned.height, [...turned.data]]).toEqual([1, 2, [1, 1, 1, 2, 2, 2]]);
});

test("PD-105: reads a picture with text of low confidence upside down, and keeps the better reading", async () => {
  // The five lines are read as given, turned to both sides, and upside down.
  const reader = fakeReader([0.4, 0.1, 0.1, 0.9].flatMap((confidence) => LINES.map(() => confidence)));
  const { content } = await readImage(printed(LINES), reader, { isPage: true, mayTurn: true });
  expect(content.words.every(({ confidence }) => confidence > 0.8)).toBe(true);
});

test("PD-105: does not turn a picture whose orientation the caller names", async () => {
  const { content } = await readImage(printed(LINES), fakeReader([0.4, 0.4, 0.4, 0.4, 0.4, 0.9]), {
    isPage: true,
    mayTurn: false,
  });
  expect(content.words.every(({ confidence }) => confidence < 0.5)).toBe(true);
});
