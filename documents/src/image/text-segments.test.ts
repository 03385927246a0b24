import { expect, test } from "vitest";
import { splitIntoSegments } from "./text-segments.ts";

const [WIDTH, HEIGHT] = [800, 40];
/** Strokes of 4 pixels, 10 pixels apart, from 20 to 774. */
const STROKES = Array.from({ length: 76 }, (_, i) => 20 + 10 * i);
const LINE = { cx: WIDTH / 2, cy: HEIGHT / 2, width: WIDTH, height: HEIGHT, angle: 0 };

/** One line of strokes. @param paper the brightness of the paper at a column @param ink how much brighter the ink is */
function line(paper: (x: number) => number, ink: number): { data: Uint8Array; width: number; height: number } {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let x = 0; x < WIDTH; x += 1) {
    const isStroke = STROKES.some((from) => x >= from && x < from + 4);
    for (let y = 0; y < HEIGHT; y += 1) data[y * WIDTH + x] = paper(x) + (isStroke && y >= 12 && y < 28 ? ink : 0);
  }
  return { data, width: WIDTH, height: HEIGHT };
}

test.each([
  ["dark on light", () => 220, -60],
  ["light on dark", () => 40, 60],
  ["dark, with the right two thirds in a shadow", (x: number) => (x < 270 ? 220 : 130), -60],
  ["light, with the right two thirds in a bright light", (x: number) => (x < 270 ? 20 : 110), 60],
])("finds every letter of a line that is %s", (_, paper, ink) => {
  const segments = splitIntoSegments(line(paper, ink), [LINE], []);
  expect(segments.map(({ left, right }) => [left, right])).toEqual([[20, 774]]);
  expect(new Set(segments[0]?.gaps.map(({ from, to }) => to - from))).toEqual(new Set([6]));
  expect(segments[0]?.gaps).toHaveLength(STROKES.length - 1);
});
