import { expect, test } from "vitest";
import type { TextSegment } from "./text-segments.ts";
import { segmentBox } from "./text-segments.ts";
import { splitIntoWords } from "./split-words.ts";

const HEIGHT = 40;

/** Words of print 40 pixels high, given each letter's ink and the gap before it. The reader recognized no spaces. */
function printed(letters: readonly (readonly [char: string, white: number, ink: number])[]): string[] {
  let x = 100;
  const gaps: TextSegment["gaps"] = [];
  const middles: number[] = [];
  for (const [, white, ink] of letters) {
    if (middles.length > 0) gaps.push({ from: x, to: x + white });
    x += middles.length > 0 ? white : 0;
    middles.push(x + ink / 2);
    x += ink;
  }
  const segment: TextSegment = { left: 100, right: x, top: 10, bottom: 10 + HEIGHT, gaps };
  const box = segmentBox(segment);
  const start = box.cx - box.width / 2;
  const glyphs = letters.map(([char], i) => ({
    char,
    probability: 1,
    at: ((middles[i] ?? 0) - start) / box.width,
  }));
  const text = letters.map(([char]) => char).join("");
  return splitIntoWords(segment, { text, confidence: 1, glyphs }, 0.08).map((word) => word.text);
}

const even = (text: string): [string, number, number][] => Array.from(text, (char) => [char, 3, 14]);

test("splits words at a gap without a recognized space", () => {
  expect(printed([...even("Apple"), ["j", 9, 10], ...even("uice")])).toEqual(["Apple", "juice"]);
});

test("does not split a number at the wide gaps beside a 1", () => {
  expect(
    printed([
      ["1", 0, 8],
      ["1", 10, 8],
      ["/", 9, 6],
      ["2", 3, 14],
    ]),
  ).toEqual(["11/2"]);
});

test("starts no word with a comma, and splits at a narrower gap after one", () => {
  expect(printed([...even("food"), [",", 9, 5], ["t", 6, 8], ...even("una")])).toEqual(["food,", "tuna"]);
});

test("splits no word at the wide gaps beside an apostrophe in type of one width, but where the reader sees a space", () => {
  const apostrophe: [string, number, number][] = [["'", 11, 3], ["e", 11, 14], ...even("ta")];
  expect(printed([["l", 0, 6], ...apostrophe])).toEqual(["l'eta"]);
  expect(printed([...even("crews'"), [" ", 11, 0], ["e", 0, 14], ...even("nd")])).toEqual(["crews'", "end"]);
});

test("reads a bare stroke after an amount as a liter, and a 1 with a flag as a 1", () => {
  expect(
    printed([
      ["2", 0, 14],
      ["1", 12, 4],
    ]),
  ).toEqual(["2", "l"]);
  expect(
    printed([
      ["2", 0, 14],
      ["1", 13, 9],
    ]),
  ).toEqual(["2", "1"]);
});
