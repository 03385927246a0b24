import { expect, test } from "vitest";
import { type TableBlock, documentStructureSchema, gridOf, tablesOf } from "./structure.ts";

const at = { page: 1, place: null, confidence: 1 };
const cell = (row: number, column: number, text: string, spans = {}) => ({
  row,
  column,
  rowSpan: 1,
  columnSpan: 1,
  text,
  ...at,
  ...spans,
});
const table: TableBlock = {
  kind: "table",
  basis: "markup",
  rows: 2,
  columns: 3,
  headerRows: 1,
  cells: [cell(0, 0, "Article", { columnSpan: 2 }), cell(0, 2, "Qty"), cell(1, 1, "012345")],
  ...at,
};

test("PD-49: a table as rows, with a merged cell's text once and missing cells empty", () => {
  expect(gridOf(table)).toEqual([
    ["Article", "", "Qty"],
    ["", "012345", ""],
  ]);
});

test("a cell outside its table is ignored", () => {
  expect(gridOf({ rows: 1, columns: 1, cells: [cell(0, 4, "x"), cell(7, 0, "y")] })).toEqual([[""]]);
});

test("PD-49: the tables of a document in reading order, unchanged by the schema", () => {
  const paragraph = { kind: "paragraph" as const, lines: [{ text: "Delivery note", ...at }], ...at };
  const structure = {
    kind: "docx" as const,
    pages: [
      { number: 1, size: null, source: "text" as const, blocks: [paragraph, table, { ...table, headerRows: 0 }] },
    ],
    problems: [],
  };
  expect(tablesOf(documentStructureSchema.parse(structure)).map(({ headerRows }) => headerRows)).toEqual([1, 0]);
});
