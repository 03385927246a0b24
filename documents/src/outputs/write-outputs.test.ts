import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DocumentStructure, type TableBlock, documentStructureSchema } from "@precount/domain";
import { unzipSync } from "fflate";
import readXlsxFile from "read-excel-file/node";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeOutputs } from "./write-outputs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-outputs-"));
});
afterEach(() => rm(folder, { recursive: true }));

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
  rows: 3,
  columns: 3,
  headerRows: 1,
  cells: [
    cell(0, 0, "Article", { columnSpan: 2 }),
    cell(0, 2, "Qty"),
    cell(1, 0, "000042", { rowSpan: 2 }),
    cell(1, 1, "=HYPERLINK(1)"),
    cell(1, 2, 'a "b"\nc'),
    cell(2, 1, "_x0041_ü"),
  ],
  ...at,
};
const structure = (...tables: TableBlock[]): DocumentStructure => ({
  kind: "docx",
  pages: [{ number: 1, size: null, source: "text", blocks: tables }],
  problems: [],
});

test("PD-49: writes the outputs of a document with tables, with leading zeros and without formulas", async () => {
  const { outputs } = await writeOutputs(structure(table, table), folder);
  expect(outputs.map(({ fileName, fileType }) => [fileName, fileType])).toEqual([
    ["text.md", "md"],
    ["structure.json", "json"],
    ["table-1.csv", "csv"],
    ["table-2.csv", "csv"],
    ["tables.xlsx", "xlsx"],
  ]);
  expect((await readdir(folder)).toSorted()).toEqual(outputs.map(({ fileName }) => fileName).toSorted());
  expect(await readFile(join(folder, "table-1.csv"), "utf8")).toBe(
    '\uFEFF"Article",,"Qty"\r\n"000042","\'=HYPERLINK(1)","a ""b""\nc"\r\n,"_x0041_ü",\r\n',
  );
  const json: unknown = JSON.parse(await readFile(join(folder, "structure.json"), "utf8"));
  expect(documentStructureSchema.parse(json)).toEqual(structure(table, table));
});

test("PD-49: writes a sheet for each table, with text cells and merged cells", async () => {
  await writeOutputs(structure(table, { ...table, headerRows: 0 }), folder);
  const sheets = await readXlsxFile(join(folder, "tables.xlsx"));
  expect(sheets.map(({ sheet }) => sheet)).toEqual(["Table 1", "Table 2"]);
  expect(sheets[0]?.data).toEqual([
    ["Article", null, "Qty"],
    ["000042", "=HYPERLINK(1)", 'a "b"\nc'],
    [null, "_x0041_ü", null],
  ]);
  const xml = new TextDecoder().decode(
    unzipSync(await readFile(join(folder, "tables.xlsx")))["xl/worksheets/sheet1.xml"],
  );
  expect(xml).toContain('<mergeCells count="2"><mergeCell ref="A1:B1"/><mergeCell ref="A2:A3"/></mergeCells>');
  expect(xml).not.toMatch(/<f>|t="n"/);
});

test("PD-49: writes a valid workbook for overlapping cells, and the same bytes for the same document", async () => {
  const overlapping = { ...table, cells: [cell(0, 0, "x", { rowSpan: 9, columnSpan: 9 }), cell(1, 1, "y")] };
  const write = async (name: string) => {
    const out = await mkdtemp(join(folder, name));
    const { outputs } = await writeOutputs(structure(overlapping), out);
    return Promise.all(outputs.map(({ path }) => readFile(path)));
  };
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-01T12:00:00Z") });
  const first = await write("a");
  vi.setSystemTime(new Date("2027-07-07T07:07:07Z"));
  expect(await write("b")).toEqual(first);
  vi.useRealTimers();
});

test("PD-49: writes no workbook without tables, and reports too many tables", async () => {
  const { outputs, problems } = await writeOutputs(structure(), folder);
  expect(outputs.map(({ fileName }) => fileName)).toEqual(["text.md", "structure.json"]);
  expect(problems).toEqual([]);
  const many = await writeOutputs(
    structure(...Array.from({ length: 501 }, () => ({ ...table, rows: 1, cells: [cell(0, 0, "x")] }))),
    await mkdtemp(join(folder, "many")),
  );
  expect(many.outputs).toHaveLength(503);
  expect(many.problems).toEqual([
    "The document has 501 tables: the first 500 have a CSV and a sheet, the others are in the text and the structure.",
  ]);
});
