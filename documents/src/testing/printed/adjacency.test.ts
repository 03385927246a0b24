import type { DocumentStructure, TableBlock } from "@precount/domain";
import { expect, test } from "vitest";
import { type PrintedCell, adjacencyF1, relationsOf, scoreAdjacency } from "./adjacency.ts";

const cellsOf = (rows: readonly string[][]): PrintedCell[] =>
  rows.flatMap((texts, row) => texts.map((text, column) => ({ row, column, rowSpan: 1, columnSpan: 1, text })));

function structureOf(tables: readonly string[][][]): DocumentStructure {
  const found = { page: 1, place: null, confidence: 1 };
  const blocks = tables.map((rows): TableBlock => ({
    kind: "table",
    basis: "unruled",
    rows: rows.length,
    columns: rows[0]?.length ?? 1,
    headerRows: 1,
    cells: cellsOf(rows).map((cell) => Object.assign(cell, found)),
    ...found,
  }));
  return { kind: "pdf", pages: [{ number: 1, size: null, source: "text", blocks }], problems: [] };
}

const rows = [
  ["Code", "Qty"],
  ["1", ""],
  ["2", "7"],
];
const truth = { name: "test", printer: "none", license: "none", pages: 1, tables: [cellsOf(rows)] };

test("relates each cell with its nearest cells with text to the right and below", () => {
  expect(relationsOf(cellsOf(rows))).toEqual(["Code → Qty", "Code ↓ 1", "Qty ↓ 7", "1 ↓ 2", "2 → 7"]);
});

test("a heading over two columns is above both", () => {
  const cells = [{ row: 0, column: 0, rowSpan: 1, columnSpan: 2, text: "Stock" }, ...cellsOf([[], ["a", "b"]])];
  expect(relationsOf(cells)).toEqual(["Stock ↓ a", "Stock ↓ b", "a → b"]);
});

test("counts missing and extra relations, and tables that share none", () => {
  const score = scoreAdjacency(truth, structureOf([rows.slice(0, 2), [["x", "y"]]]));
  expect(score).toMatchObject({ right: 2, expected: 5, found: 3, falseTables: 1, perfectTables: 0 });
  expect(adjacencyF1(score)).toBe(0.5);
  expect(scoreAdjacency(truth, structureOf([rows]))).toMatchObject({ right: 5, falseTables: 0, perfectTables: 1 });
});
