import type { TableCell } from "@precount/domain";
import { expect, test } from "vitest";
import { nextCell } from "./next-cell.ts";

const cell = (row: number, column: number, columnSpan = 1): TableCell => ({
  row,
  column,
  rowSpan: 1,
  columnSpan,
  text: "",
  page: 1,
  place: null,
  confidence: 1,
});
const heading = cell(0, 0, 2);
const [left, right] = [cell(1, 0), cell(1, 1)];
const cells = [heading, left, right];

test.each([
  ["ArrowDown", heading, left],
  ["ArrowRight", left, right],
  ["ArrowLeft", right, left],
  ["ArrowUp", right, heading],
  ["ArrowRight", heading, undefined],
  ["ArrowDown", right, undefined],
  ["Enter", left, undefined],
])("PD-110: %s moves between cells, over merged ones, and stops at the edge", (key, from, to) => {
  expect(nextCell(cells, from, key)).toBe(to);
});
