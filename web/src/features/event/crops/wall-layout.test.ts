import { expect, it, test } from "vitest";
import { HEADING_PX, drawnSections, indexAt, layOut, moveIndex, placeIn, sectionOf, topOf } from "./wall-layout.ts";

const sticker = (width: number, height = 50) => ({ rect: { x: 0, y: 0, width, height } });
const group = (key: string, count: number, width = 100) => ({
  key,
  title: key,
  stickers: Array.from({ length: count }, () => sticker(width)),
});
const layout = layOut([group("a", 5), group("b", 1, 150), group("c", 20_000)], 620);

it("gives all crops of a group one width, that of its widest crop, and limits very wide boxes", () => {
  expect(layout.sections.map(({ columns, cellWidth }) => [columns, cellWidth])).toEqual([
    [4, 150],
    [2, 222],
    [4, 150],
  ]);
  const mixed = { key: "d", title: "d", stickers: [sticker(60), sticker(2000), sticker(10, 500)] };
  expect(layOut([mixed], 1000).sections[0]?.cellWidth).toBe(251);
  expect(layOut([group("e", 9, 150)], 380).sections[0]?.columns).toBe(2);
});

it("renders only what is between two heights, of 20,000 crops", () => {
  const drawn = drawnSections(layout, 100_000, 101_000);
  expect(drawn).toHaveLength(1);
  const [{ from, to } = { from: 0, to: 0 }] = drawn;
  expect(to - from).toBeLessThan(50);
  expect(topOf(layout, from)).toBeLessThanOrEqual(100_000);
  expect(topOf(layout, to)).toBeGreaterThan(101_000);
  expect(drawnSections(layout, 0, 300).map(({ section, from: first, to: last }) => [section.key, first, last])).toEqual(
    [
      ["a", 0, 5],
      ["b", 5, 6],
    ],
  );
});

it("finds the crop at its own place", () => {
  for (const index of [0, 4, 5, 6, 7, 20_005]) {
    const section = sectionOf(layout, index);
    if (!section) throw new Error("no section");
    const { left, top } = placeIn(layout, section, index);
    expect(indexAt(layout, left + 1, section.top + top + 1)).toBe(index);
  }
  expect(indexAt(layOut([], 400), 0, 0)).toBeNull();
});

test.each([
  ["ArrowRight", 4, 5],
  ["ArrowLeft", 0, 0],
  ["ArrowDown", 0, 4],
  ["ArrowDown", 2, 4],
  ["ArrowDown", 4, 5],
  ["ArrowDown", 20_005, 20_005],
  ["ArrowUp", 4, 0],
  ["ArrowUp", 5, 4],
  ["ArrowUp", 1, 1],
  ["Home", 500, 0],
  ["End", 0, 20_005],
  ["PageDown", 6, 10],
  ["x", 3, null],
])("%s moves from %i to %s", (key, from, to) => {
  expect(moveIndex(layout, from, key, 100)).toBe(to);
});

it("keeps headings above their crops", () => {
  for (const section of layout.sections) expect(placeIn(layout, section, section.from).top).toBe(HEADING_PX);
});
