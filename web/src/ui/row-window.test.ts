import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawnRows, scrollToRow } from "./row-window.ts";

describe("rendered rows", () => {
  it("include all visible rows and not many more", () => {
    fc.assert(
      fc.property(
        fc.nat(40_000),
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 1, max: 1000 }),
        (top, view, rows) => {
          const { from, to } = drawnRows(top, view, 40, rows);
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(rows);
          for (let row = Math.floor(top / 40); row * 40 < top + view && row < rows; row += 1) {
            expect(row >= from && row < to).toBe(true);
          }
          expect(to - from).toBeLessThanOrEqual(Math.ceil(view / 40) + 20);
        },
      ),
    );
  });
  it("scrolls to a row as little as possible", () => {
    expect(scrollToRow(2, 40, 200, 400)).toBe(80);
    expect(scrollToRow(9, 40, 200, 400)).toBe(200);
    expect(scrollToRow(20, 40, 200, 400)).toBe(440);
  });
});
