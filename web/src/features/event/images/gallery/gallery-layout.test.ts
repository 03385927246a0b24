import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutGallery, moveTile, placeOf } from "./gallery-layout.ts";

describe("layOutGallery", () => {
  it("shows two tiles beside each other on a phone and five on a desktop", () => {
    expect(layOutGallery(5, 366, 80)).toMatchObject({ columns: 2, rows: 3, tileWidth: 179 });
    expect(layOutGallery(5000, 1180, 80)).toMatchObject({ columns: 5, rows: 1000 });
  });

  it("keeps all tiles inside the width and apart from each other, for any size", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 60 }), (width, count) => {
        const layout = layOutGallery(count, width, 80);
        const places = Array.from({ length: count }, (_, index) => placeOf(layout, index));
        expect(places.every(({ left }) => left + layout.tileWidth <= width)).toBe(true);
        expect(new Set(places.map(({ left, top }) => `${left} ${top}`)).size).toBe(count);
        expect(places.at(-1)?.top).toBe(layout.height - layout.rowPx);
      }),
    );
  });
});

describe("moveTile", () => {
  // 0 1 2 | 3 4 5 | 6 7
  const grid = { count: 8, columns: 3, pageRows: 2 };
  it.each([
    [0, "ArrowLeft", 0],
    [2, "ArrowRight", 3],
    [7, "ArrowRight", 7],
    [4, "ArrowUp", 1],
    [1, "ArrowUp", 1],
    [4, "ArrowDown", 7],
    [5, "ArrowDown", 7],
    [7, "ArrowDown", 7],
    [1, "PageDown", 7],
    [7, "PageUp", 1],
    [5, "Home", 0],
    [0, "End", 7],
    [0, "a", null],
  ])("from %d with %s to %j", (index, key, to) => {
    expect(moveTile(index, key, grid)).toBe(to);
  });
});
