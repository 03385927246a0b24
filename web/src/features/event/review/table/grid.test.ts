import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cell, type Grid, keepOrder, moveCell } from "./grid.ts";

/** Three rows. Columns 1 and 2 are editable, except column 2 of the middle row, which is a shelf. */
const grid: Grid = {
  rows: 3,
  columns: 4,
  pageRows: 2,
  isEditable: ({ row, column }) => column === 1 || (column === 2 && row !== 1),
};
const press = (from: [number, number], key: string, held: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => {
  const [row, column] = from;
  const to = moveCell({ row, column }, { key, shiftKey: false, ctrlKey: false, ...held }, grid);
  return to && [to.row, to.column];
};

describe("S2.37 the table's keys", () => {
  it.each<[string, [number, number], [number, number]]>([
    ["ArrowDown", [0, 1], [1, 1]],
    ["ArrowDown", [2, 1], [2, 1]],
    ["ArrowUp", [0, 1], [0, 1]],
    ["ArrowLeft", [1, 1], [1, 0]],
    ["ArrowRight", [1, 3], [1, 3]],
    ["PageDown", [0, 2], [2, 2]],
    ["Home", [1, 2], [1, 0]],
    ["End", [1, 2], [1, 3]],
    ["Enter", [1, 2], [2, 2]],
    ["Tab", [0, 1], [0, 2]],
    ["Tab", [0, 2], [1, 1]],
    ["Tab", [1, 1], [2, 1]],
  ])("%s goes from %j to %j", (key, from, to) => {
    expect(press(from, key)).toEqual(to);
  });
  it("Shift moves back, Control to the ends", () => {
    expect(press([2, 1], "Tab", { shiftKey: true })).toEqual([1, 1]);
    expect(press([1, 1], "Enter", { shiftKey: true })).toEqual([0, 1]);
    expect(press([2, 2], "Home", { ctrlKey: true })).toEqual([0, 0]);
    expect(press([0, 1], "ArrowDown", { ctrlKey: true })).toEqual([2, 1]);
  });
  it("Tab leaves the table at both ends, and letters are not handled", () => {
    expect(press([2, 2], "Tab")).toBeNull();
    expect(press([0, 1], "Tab", { shiftKey: true })).toBeNull();
    expect(press([0, 1], "a")).toBeNull();
  });
  it("never leaves the table", () => {
    const keys = [
      "ArrowUp",
      "ArrowDown",
      "ArrowLeft",
      "ArrowRight",
      "Home",
      "End",
      "PageUp",
      "PageDown",
      "Enter",
      "Tab",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.record({ key: fc.constantFrom(...keys), shiftKey: fc.boolean(), ctrlKey: fc.boolean() })),
        (presses) => {
          let cell: Cell = { row: 0, column: 1 };
          for (const given of presses) cell = moveCell(cell, given, grid) ?? cell;
          expect(cell.row >= 0 && cell.row < grid.rows && cell.column >= 0 && cell.column < grid.columns).toBe(true);
        },
      ),
    );
  });
});

it("keeps the chosen order: new rows are appended, removed ones are left out", () => {
  const now = [0, 2, 3, 4].map((index) => ({ index }));
  // 2 existed and was filtered out, 1 was removed, 4 is new.
  expect(keepOrder([3, 1, 0], 4, now).map(({ index }) => index)).toEqual([3, 0, 4]);
});
