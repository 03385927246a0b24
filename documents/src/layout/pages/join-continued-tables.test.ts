import { type DocumentPage, type TableBlock, gridOf } from "@precount/domain";
import { expect, test } from "vitest";
import { joinContinuedTables } from "./join-continued-tables.ts";

/** A ruled table in the lower or upper part of a page of 600 × 800 points. */
function tableOn(page: number, rows: readonly (readonly string[])[]): TableBlock {
  const columns = rows[0]?.length ?? 0;
  const place = { x: 50, y: page === 1 ? 300 : 50, width: 500, height: 450 };
  const cells = rows.flatMap((texts, row) =>
    texts.map((text, column) => ({
      row,
      column,
      rowSpan: 1,
      columnSpan: 1,
      text,
      page,
      place: { x: 50 + (column * 500) / columns, y: place.y + row * 20, width: 500 / columns, height: 20 },
      confidence: 1,
    })),
  );
  return {
    kind: "table",
    basis: "ruled",
    rows: rows.length,
    columns,
    headerRows: 1,
    cells,
    page,
    place,
    confidence: 1,
  };
}

const pageOf = (number: number, rows: readonly (readonly string[])[]): DocumentPage => ({
  number,
  size: { width: 600, height: 800 },
  source: "text",
  blocks: [tableOn(number, rows)],
});

const joined = (...pages: (readonly (readonly string[])[])[]): string[][][] =>
  joinContinuedTables(pages.map((rows, at) => pageOf(at + 1, rows))).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "table" ? [gridOf(block)] : [])),
  );

const header = ["Code", "Description", "Qty"];
const first = ["000123", "Oat flakes,", "12"];
const rest = ["", "in bags of 500 g", ""];
const last = ["004711", "Tomato soup", "4"];

test.each([
  ["a repeated header once", [header, first], [header, last], [header, first, last]],
  ["without a header of its own", [header, first], [last, last], [header, first, last, last]],
  [
    "a row that the page's end cut is one",
    [header, first],
    [header, rest, last],
    [header, ["000123", "Oat flakes,\nin bags of 500 g", "12"], last],
  ],
  [
    "what begins below an empty cell is a row",
    [header, ["000123", "", "12"]],
    [header, rest, last],
    [header, ["000123", "", "12"], rest, last],
  ],
  [
    "what fills most columns is a row",
    [header, first],
    [header, ["", "Salt", "7"], last],
    [header, first, ["", "Salt", "7"], last],
  ],
])("a table over two pages: %s", (_, one, two, whole) => {
  expect(joined(one, two)).toEqual([whole]);
});

test("does not join tables with different columns", () => {
  expect(
    joined(
      [header, first],
      [
        ["Store", "Phone"],
        ["3", "0815"],
      ],
    ),
  ).toHaveLength(2);
});

test("PD-104: joins a table below a caption that says that it continues", () => {
  const caption = { page: 2, place: { x: 50, y: 110, width: 200, height: 10 }, confidence: 1 };
  const next = pageOf(2, [header, last]);
  next.blocks.unshift({ kind: "paragraph", lines: [{ text: "Stock of the shop—Continued", ...caption }], ...caption });
  const [, page] = joinContinuedTables([pageOf(1, [header, first]), next]);
  expect(page?.blocks).toHaveLength(1);
});
