import type { Block, DocumentStructure, TableBlock } from "@precount/domain";
import { expect, test } from "vitest";
import { DEV_HALF } from "./corpus/dev-half.ts";
import { prepare } from "./corpus/recipe.ts";
import type { DocumentTruth, TrueTable } from "./corpus/truth.ts";
import { scoreDocument, share } from "./score.ts";

/** The structure that a reader without errors returns. */
function perfect({ tables, lines }: DocumentTruth): DocumentStructure {
  const blocks: Block[] = tables.map((table) => tableBlock(table));
  const at = { page: 1, place: null, confidence: 1 };
  blocks.push({ kind: "paragraph", lines: lines.map((text) => ({ text, ...at })), ...at });
  return { kind: "pdf", pages: [{ number: 1, size: null, source: "text", blocks }], problems: [] };
}

function tableBlock({ basis, cells }: TrueTable): TableBlock {
  return {
    kind: "table",
    basis,
    rows: Math.max(...cells.map(({ row, rowSpan }) => row + rowSpan)),
    columns: Math.max(...cells.map(({ column, columnSpan }) => column + columnSpan)),
    headerRows: 1,
    cells: cells.map(({ page, row, column, rowSpan, columnSpan, text, box }) => {
      return { page, row, column, rowSpan, columnSpan, text, place: box, confidence: 1 };
    }),
    page: 1,
    place: null,
    confidence: 1,
  };
}

const recipe = DEV_HALF.find(({ name }) => name.startsWith("stock report, grouped header, grid"));
if (!recipe) throw new Error("the corpus lost its stock report");
const { truth } = await prepare(recipe);
const cellCount = truth.tables.flatMap(({ cells }) => cells).filter(({ text }) => text !== "").length;
const tableIn = (found: DocumentStructure): TableBlock =>
  found.pages[0]?.blocks[0] as TableBlock; /* `perfect` puts the only table there */
/** The number of wrong cells in ruled tables. */
const wrongCells = (found: DocumentStructure): number => {
  const { right, of } = scoreDocument(truth, found).ruled;
  expect(of).toBeGreaterThanOrEqual(cellCount);
  return of - right;
};

test("scores a perfect reading as 1", () => {
  const score = scoreDocument(truth, perfect(truth));
  expect(score).toMatchObject({ ruled: { right: cellCount, of: cellCount }, unruled: { right: 0, of: 0 }, misses: [] });
  expect(share(score.lines)).toBe(1);
});

test("counts one error for a cell with another text, span, page, row or place", () => {
  const changes: ((cell: TableBlock["cells"][number]) => void)[] = [
    (cell) => (cell.text += "7"),
    (cell) => (cell.rowSpan += 1),
    (cell) => (cell.page += 1),
    (cell) => (cell.row += 500),
    (cell) => (cell.place = null),
    (cell) => cell.place && (cell.place.x += 200),
  ];
  for (const change of changes) {
    const found = perfect(structuredClone(truth));
    const cell = tableIn(found).cells.find(({ row, column }) => row === 5 && column === 1);
    expect(cell).toBeDefined();
    if (cell) change(cell);
    expect(wrongCells(found)).toBe(1);
  }
});

test("rejects places as large as the page", () => {
  const found = perfect(structuredClone(truth));
  for (const cell of tableIn(found).cells) cell.place = { x: 0, y: 0, width: 595, height: 842 };
  expect(wrongCells(found)).toBeGreaterThan(cellCount * 0.9);
});

test("missing and invented cells count equally", () => {
  const without = perfect(truth);
  tableIn(without).cells = tableIn(without).cells.filter(({ column }) => column !== 1);
  const missing = wrongCells(without);
  const twice = perfect(truth);
  twice.pages[0]?.blocks.push(tableIn(perfect(truth)));
  expect(missing).toBeGreaterThan(40);
  expect(wrongCells(twice)).toBe(cellCount);
  expect(wrongCells({ ...perfect(truth), pages: [] })).toBe(cellCount);
});

test("scores lines in order, with any line breaks", () => {
  const lines = ["one two", "three four", "five", "one two"];
  const inOrder = (...foundLines: string[]): number => {
    const of: DocumentTruth = { name: "", source: "text", tables: [], lines };
    return scoreDocument(of, perfect({ ...of, lines: foundLines })).lines.right;
  };
  expect(inOrder("one", "two three", "four five one two")).toBe(4);
  expect(inOrder("one two", "one two", "five", "three four")).toBe(2);
  expect(inOrder("one three two four", "five")).toBe(1);
  expect(inOrder("onetwo")).toBe(0);
});
