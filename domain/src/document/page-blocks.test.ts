import { expect, test } from "vitest";
import { blocksOnPage, cellAt } from "./page-blocks.ts";
import type { DocumentStructure, TableBlock, TableCell } from "./structure.ts";

const cell = (row: number, column: number, page: number, text: string): TableCell => ({
  row,
  column,
  rowSpan: 1,
  columnSpan: 1,
  text,
  page,
  place: { x: column * 50, y: row * 20, width: 50, height: 20 },
  confidence: 1,
});
const cells = [cell(0, 0, 1, "Code"), cell(0, 1, 1, "Units"), cell(1, 0, 2, "012345"), cell(1, 1, 2, "7")];
const table: TableBlock = {
  kind: "table",
  basis: "ruled",
  rows: 2,
  columns: 2,
  headerRows: 1,
  cells,
  page: 1,
  place: null,
  confidence: 1,
};
const line = { text: "Total", page: 2, place: null, confidence: 1 };
const structure: Pick<DocumentStructure, "pages"> = {
  pages: [
    { number: 1, size: null, source: "text", blocks: [table] },
    {
      number: 2,
      size: null,
      source: "text",
      blocks: [{ kind: "paragraph", lines: [line], page: 2, place: null, confidence: 1 }],
    },
  ],
};

test("PD-110: a page has the rows of a continued table that are on it", () => {
  expect(blocksOnPage(structure, 1)).toMatchObject([
    { kind: "table", rows: 1, headerRows: 1, cells: cells.slice(0, 2) },
  ]);
  expect(blocksOnPage(structure, 2)).toMatchObject([
    {
      kind: "table",
      rows: 1,
      headerRows: 0,
      cells: [
        { row: 0, text: "012345" },
        { row: 0, text: "7" },
      ],
    },
    { kind: "paragraph" },
  ]);
  expect(blocksOnPage(structure, 3)).toEqual([]);
});

test("PD-110: a place in the picture leads to the smallest cell around it", () => {
  const merged = { ...cell(0, 0, 1, "Both"), columnSpan: 2, place: { x: 0, y: 0, width: 100, height: 20 } };
  expect(cellAt([merged, ...cells], 60, 5)?.text).toBe("Units");
  expect(cellAt([merged], 60, 5)?.text).toBe("Both");
  expect(cellAt(cells, 60, 90)).toBeUndefined();
  expect(cellAt([{ ...merged, place: null }], 60, 5)).toBeUndefined();
});
