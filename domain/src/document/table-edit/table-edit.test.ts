import { describe, expect, test } from "vitest";
import { type DocumentStructure, type TableBlock, gridOf, tablesOf } from "../structure.ts";
import { applyTableEdits } from "./apply-table-edits.ts";
import { cutTable } from "./cut-table.ts";
import { linesOf, proposeLines } from "./propose-lines.ts";
import { type PageWord, type TableCut, tableEditSchema } from "./table-edit.ts";

const word = (text: string, x: number, y: number): PageWord => [text, x, y, text.length * 6, 10, 1];
/** Two columns that were read as one, above a line of text. */
const WORDS = [
  word("Code", 10, 10),
  word("Units", 60, 10),
  word("------", 10, 24),
  word("012345", 10, 30),
  word("12", 60, 30),
  word("067890", 10, 50),
  word("of", 60, 44),
  word("7", 60, 55),
  word("Total", 10, 80),
  word("19", 60, 80),
];
const CUT: TableCut = { kind: "cut", table: 0, page: 1, columns: [5, 55, 100], rows: [5, 25, 42, 70], merged: [] };
const asRead: TableBlock = { ...cutTable(WORDS, { ...CUT, columns: [5, 100] }), headerRows: 1 };
const line = (text: string, x: number, y: number) => ({
  text,
  page: 1,
  confidence: 1,
  place: { x, y, width: text.length * 6, height: 10 },
});
const TEXT = {
  kind: "paragraph" as const,
  lines: [{ ...line("Total 19", 10, 80), place: { x: 10, y: 80, width: 62, height: 10 } }],
};
const DOCUMENT: DocumentStructure = {
  kind: "pdf",
  problems: [],
  pages: [
    {
      number: 1,
      size: { width: 200, height: 100 },
      source: "text",
      blocks: [asRead, { ...TEXT, page: 1, place: TEXT.lines[0]?.place ?? null, confidence: 1 }],
    },
  ],
};
const edited = (...edits: Parameters<typeof applyTableEdits>[1]): DocumentStructure =>
  applyTableEdits(DOCUMENT, edits, () => WORDS);
const blocksOf = ({ pages }: DocumentStructure) => pages.flatMap(({ blocks }) => blocks);

describe("PD-111: a table that a person cuts", () => {
  test("has the words between its lines in each cell, one line of text below the other, without typed rulings", () => {
    const table = cutTable(WORDS, CUT);
    expect(gridOf(table)).toEqual([
      ["Code", "Units"],
      ["012345", "12"],
      ["067890", "of\n7"],
    ]);
    expect(linesOf(table, 1)).toEqual({ columns: CUT.columns, rows: CUT.rows, merged: [] });
    expect(linesOf(table, 2)).toBeNull();
  });

  test("keeps merged cells, and splits those that are left out", () => {
    const merged = [{ x: 5, y: 5, width: 95, height: 20 }];
    const table = cutTable(WORDS, { ...CUT, merged });
    expect(table.cells[0]).toMatchObject({ row: 0, column: 0, rowSpan: 1, columnSpan: 2, text: "Code Units" });
    expect(table.cells).toHaveLength(5);
    expect(linesOf(table, 1)?.merged).toEqual(merged);
    // Two merged cells on the same place: the first one counts.
    expect(cutTable(WORDS, { ...CUT, merged: [...merged, ...merged] })).toEqual(table);
  });

  test("takes text of the page in and gives text back", () => {
    const taller = edited({ ...CUT, rows: [5, 25, 42, 70, 95], columns: [5, 55] });
    expect(gridOf(tablesOf(taller)[0] ?? asRead).at(-1)).toEqual(["Total"]);
    expect(tablesOf(taller)[0]?.headerRows).toBe(1);
    // The part of a line that is outside stays text.
    expect(blocksOf(taller).at(-1)).toMatchObject({ kind: "paragraph", lines: [{ text: "19" }] });
    const shorter = edited({ ...CUT, rows: [5, 25, 42] });
    expect(blocksOf(shorter)).toMatchObject([
      { kind: "table", rows: 2, columns: 2 },
      { kind: "paragraph", lines: [{ text: "of" }, { text: "067890" }, { text: "7" }] },
      { kind: "paragraph", lines: [{ text: "Total 19" }] },
    ]);
  });

  test("is added, takes the cells of other tables, and becomes text again", () => {
    const added = edited({ ...CUT, table: null, rows: [5, 25, 95] });
    expect(blocksOf(added)).toMatchObject([{ kind: "table", columns: 2, rows: 2 }]);
    const below = edited({ ...CUT, table: null, rows: [75, 95] });
    expect(tablesOf(below).map(gridOf)).toEqual([gridOf(asRead), [["Total", "19"]]]);
    const text = edited({ ...CUT, table: null, rows: [75, 95] }, { kind: "toText", table: 0, page: 1 });
    expect(blocksOf(text).map(({ kind }) => kind)).toEqual(["paragraph", "table"]);
  });

  test("keeps its parts on other pages", () => {
    const next = asRead.cells.map((cell) => Object.assign({}, cell, { row: cell.row + asRead.rows, page: 2 }));
    const joined = { ...asRead, rows: 2 * asRead.rows, cells: [...asRead.cells, ...next] };
    const pages = [1, 2].map((number) => ({
      number,
      size: null,
      source: "text" as const,
      blocks: number === 1 ? [joined] : [],
    }));
    const apply = (edit: Parameters<typeof applyTableEdits>[1][number]) =>
      applyTableEdits({ ...DOCUMENT, pages }, [edit], () => WORDS);
    expect(tablesOf(apply({ ...CUT, rows: [5, 25, 70] })).map(gridOf)).toEqual([
      [
        ["Code", "Units"],
        ["012345\n067890", "12\nof\n7"],
        ["Code Units", ""],
        ["012345 12", ""],
        ["of\n067890\n7", ""],
      ],
    ]);
    const second = apply({ kind: "toText", table: 0, page: 2 });
    expect(tablesOf(second)[0]).toMatchObject({ rows: 3, page: 1 });
    expect(second.pages[1]?.blocks).toMatchObject([{ kind: "paragraph", page: 2 }]);
    expect(tablesOf(apply({ kind: "toText", table: 0, page: 1 }))[0]).toMatchObject({ rows: 3, page: 2 });
  });

  test("stays as it was read without stored words, and when there is no such table", () => {
    expect(applyTableEdits(DOCUMENT, [CUT], () => [])).toEqual(DOCUMENT);
    expect(edited({ ...CUT, table: 7 }, { ...CUT, page: 2 })).toEqual(DOCUMENT);
  });

  test("gets a row for each line of text and a column for each gap when its area is drawn", () => {
    const lines = proposeLines(WORDS, { x: 5, y: 5, width: 95, height: 90 });
    expect(lines.rows).toHaveLength(8);
    expect(lines).toMatchObject({ columns: [5, 53, 100], merged: [] });
    const empty = proposeLines([], { x: 5, y: 5, width: 50, height: 90 });
    expect(empty).toEqual({ columns: [5, 55], rows: [5, 95], merged: [] });
  });

  test.each([
    ["one line", { columns: [5] }],
    ["lines in the wrong order", { columns: [5, 60, 50] }],
    ["equal lines", { rows: [5, 5] }],
    ["a negative line", { rows: [-1, 5] }],
    ["too many columns", { columns: Array.from({ length: 102 }, (_, at) => at) }],
  ])("is refused with %s", (_, wrong) => {
    expect(tableEditSchema.safeParse({ ...CUT, ...wrong }).success).toBe(false);
    expect(tableEditSchema.safeParse(CUT).success).toBe(true);
  });
});
