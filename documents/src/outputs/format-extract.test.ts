import type { Block, DocumentStructure } from "@precount/domain";
import { expect, test } from "vitest";
import { formatExtract } from "./format-extract.ts";

const at = { page: 1, place: null, confidence: 1 };
const table = (...rows: string[][]): Block => ({
  kind: "table",
  basis: "ruled",
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  headerRows: 0,
  cells: rows.flatMap((cells, row) =>
    cells.map((text, column) => ({ row, column, rowSpan: 1, columnSpan: 1, text, ...at })),
  ),
  ...at,
});
const line: Block = { kind: "paragraph", lines: [{ text: "=Total", ...at }], ...at };
const read = (...blocks: Block[]): DocumentStructure => ({
  kind: "picture",
  pages: [{ number: 1, size: null, source: "picture", blocks }],
  problems: [],
});

test("PD-52: separates tables by an empty line in CSV, and as list items in JSON", () => {
  const both = read(line, table(["a", "01"]), table(["b"], ["+c"]));
  expect(formatExtract("csv", both)).toBe('\uFEFF"a","01"\r\n\r\n"b"\r\n"\'+c"\r\n');
  expect(JSON.parse(formatExtract("json", both) ?? "")).toEqual({
    tables: [{ rows: [["a", "01"]] }, { rows: [["b"], ["+c"]] }],
    text: ["=Total"],
  });
});

test("PD-52: writes lines as a column when there is no table, and returns null for no text", () => {
  expect(formatExtract("csv", read(line))).toBe('\uFEFF"\'=Total"\r\n');
  expect(formatExtract("json", read(line))).toBe('{"tables":[],"text":["=Total"]}');
  expect(formatExtract("csv", read({ kind: "picture", alt: "x", ...at }))).toBeNull();
});
