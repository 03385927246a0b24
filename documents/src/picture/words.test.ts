import { expect, test } from "vitest";
import type { Piece } from "./pieces.ts";
import { boxOf } from "./pieces.ts";
import { wordsOf } from "./words.ts";

const HEIGHT = 40;

/** Print 40 pixels high: each letter's ink with the white before it, as the reader would answer it without a space. */
function printed(letters: readonly (readonly [char: string, white: number, ink: number])[]): string[] {
  let x = 100;
  const gaps: Piece["gaps"] = [];
  const middles: number[] = [];
  for (const [, white, ink] of letters) {
    if (middles.length > 0) gaps.push({ from: x, to: x + white });
    x += middles.length > 0 ? white : 0;
    middles.push(x + ink / 2);
    x += ink;
  }
  const piece: Piece = { left: 100, right: x, top: 10, bottom: 10 + HEIGHT, gaps };
  const box = boxOf(piece);
  const start = box.cx - box.width / 2;
  const glyphs = letters.map(([char], i) => ({
    char,
    probability: 1,
    at: ((middles[i] ?? 0) - start) / box.width,
  }));
  const text = letters.map(([char]) => char).join("");
  return wordsOf(piece, { text, confidence: 1, glyphs }, 0.08).map((word) => word.text);
}

const even = (text: string): [string, number, number][] => Array.from(text, (char) => [char, 3, 14]);

test("white parts words where the reader saw none", () => {
  expect(printed([...even("Apple"), ["j", 9, 10], ...even("uice")])).toEqual(["Apple", "juice"]);
});

test("the wide white beside a 1 parts no number", () => {
  expect(
    printed([
      ["1", 0, 8],
      ["1", 10, 8],
      ["/", 9, 6],
      ["2", 3, 14],
    ]),
  ).toEqual(["11/2"]);
});

test("no word begins with a comma, and after one less white parts words than between letters", () => {
  expect(printed([...even("food"), [",", 9, 5], ["t", 6, 8], ...even("una")])).toEqual(["food,", "tuna"]);
});

test("a bare stroke after an amount is a litre, a 1 with its flag is a 1", () => {
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
