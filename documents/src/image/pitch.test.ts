import { expect, test } from "vitest";
import { findPitch } from "./pitch.ts";
import { medianGap, splitIntoWords } from "./split-words.ts";
import { type TextSegment, segmentBox } from "./text-segments.ts";

const HEIGHT = 40;
const CELL = 19;
/** The width of the ink of a letter, in pixels. */
const inkWidth = (char: string): number => {
  if (/[.,'il1|]/u.test(char)) return 5;
  return /[mwMW]/u.test(char) ? 18 : 13;
};

/** A line of print with its letters in the middle of their advances. */
function print(text: string, advanceOf: (char: string) => number): { segment: TextSegment; middles: number[] } {
  const inks: { from: number; to: number }[] = [];
  let x = 100;
  for (const char of text) {
    const middle = x + advanceOf(char) / 2;
    if (char !== " ") inks.push({ from: middle - inkWidth(char) / 2, to: middle + inkWidth(char) / 2 });
    x += advanceOf(char);
  }
  const gaps = inks.slice(1).map(({ from }, index) => ({ from: inks[index]?.to ?? from, to: from }));
  const [left, right] = [inks[0]?.from ?? 0, inks.at(-1)?.to ?? 0];
  const segment = { left, right, top: 10, bottom: 10 + HEIGHT, gaps };
  return { segment, middles: inks.map(({ from, to }) => (from + to) / 2) };
}

const monospaced = (text: string) => print(text, () => CELL);
/** Four pixels of white between letters, and a space of ten. */
const proportional = (text: string) => print(text, (char) => (char === " " ? 10 : inkWidth(char) + 4));

const LINES = [
  "Milk 3,5 %, 12 x 1 l",
  "Oil 0,75 l 34,90",
  "Paper towels 1.204",
  "it's William's mill",
  "28.11.2026 07:14",
];

/** The words of all lines, as the page is read. The text reader recognized no spaces. */
function wordsOf(lines: readonly ReturnType<typeof print>[]) {
  const segments = lines.map(({ segment }) => segment);
  const pitch = findPitch(segments);
  return lines.map(({ segment, middles }, line) => {
    const box = segmentBox(segment);
    const chars = (LINES[line] ?? "").replaceAll(" ", "");
    const glyphs = Array.from(chars, (char, index) => ({
      char,
      probability: 1,
      at: ((middles[index] ?? 0) - (box.cx - box.width / 2)) / box.width,
    }));
    return splitIntoWords(segment, { text: chars, confidence: 1, glyphs }, medianGap(segments), pitch);
  });
}

test("splits monospaced print only at empty cells, not at the wide gaps beside narrow letters", () => {
  const words = wordsOf(LINES.map(monospaced));
  expect(words.map((line) => line.map(({ text }) => text).join(" "))).toEqual(LINES);
});

test("gives words of monospaced print the width of their cells", () => {
  const [, oil = []] = wordsOf(LINES.map(monospaced));
  expect(oil.map(({ text, pitch }) => [text, Math.round(pitch ?? 0)])).toEqual([
    ["Oil", CELL],
    ["0,75", CELL],
    ["l", CELL],
    ["34,90", CELL],
  ]);
  const places = oil.map(({ place }) => [place.x, place.x + place.width].map((x) => Math.round((x - 100) / CELL)));
  expect(places).toEqual([
    [0, 3],
    [4, 8],
    [9, 10],
    [11, 16],
  ]);
});

test("finds no pitch in proportional print", () => {
  expect(findPitch(LINES.map((line) => monospaced(line).segment))).toBeCloseTo(CELL, 0);
  expect(findPitch(LINES.map((line) => proportional(line).segment))).toBeUndefined();
});

test("finds no pitch in few letters", () => {
  expect(findPitch([monospaced("Oil 0,75 l 34,90").segment])).toBeUndefined();
});
