import { seededRandom } from "../random.ts";
import { FIELDS, type Field, type FieldName, rowsOf } from "../corpus/shop.ts";

/** An office document with lines and one table. */
export interface Paper {
  name: string;
  half: "dev" | "heldOut";
  /** A Writer table, a Calc sheet, or Writer lines with columns at tab stops. */
  made: "writer" | "calc" | "tabs";
  borders: "all" | "rows" | "none";
  before: string[];
  fields: readonly FieldName[];
  rows: number;
  seed: number;
  /** A heading in the first row over several columns. */
  group?: { title: string; from: number; count: number };
  after: string[];
}

export const PAPERS: readonly Paper[] = [
  {
    name: "writer-grid",
    half: "dev",
    made: "writer",
    borders: "all",
    before: ["Count sheet", "Bay 7, counted twice."],
    fields: ["position", "code", "article", "counted", "remark"],
    rows: 14,
    seed: 31,
    after: ["Signed by both."],
  },
  {
    name: "writer-group",
    half: "dev",
    made: "writer",
    borders: "all",
    before: ["Stock"],
    fields: ["code", "article", "system", "counted", "difference"],
    rows: 45,
    seed: 32,
    group: { title: "Pieces", from: 2, count: 3 },
    after: [],
  },
  {
    name: "calc-plain",
    half: "dev",
    made: "calc",
    borders: "none",
    before: [],
    fields: ["code", "article", "size", "price", "quantity"],
    rows: 70,
    seed: 33,
    after: [],
  },
  {
    name: "tabs-list",
    half: "dev",
    made: "tabs",
    borders: "none",
    before: ["Shelf list", "Please check every line."],
    fields: ["shelf", "code", "article", "facings"],
    rows: 18,
    seed: 34,
    after: ["End of the list."],
  },
  {
    name: "writer-rows",
    half: "heldOut",
    made: "writer",
    borders: "rows",
    before: ["Delivery note 5512"],
    fields: ["code", "longArticle", "quantity", "unit"],
    rows: 16,
    seed: 35,
    after: ["Received in good order."],
  },
  {
    name: "writer-merged",
    half: "heldOut",
    made: "writer",
    borders: "all",
    before: ["Planogram", "Aisle 3, left side."],
    fields: ["shelf", "code", "longArticle", "facings", "size"],
    rows: 38,
    seed: 46,
    group: { title: "Goods", from: 1, count: 2 },
    after: ["Valid from Monday."],
  },
  {
    name: "calc-borders",
    half: "heldOut",
    made: "calc",
    borders: "all",
    before: [],
    fields: ["position", "ean", "article", "date", "amount"],
    rows: 60,
    seed: 37,
    after: [],
  },
  {
    name: "tabs-prices",
    half: "heldOut",
    made: "tabs",
    borders: "none",
    before: ["Prices of the week"],
    fields: ["code", "article", "size", "price"],
    rows: 22,
    seed: 38,
    after: ["All prices with tax."],
  },
];

export interface PaperCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  text: string;
  align: Field["align"];
}

/** The cells of a document's table, by row, then column. */
export function cellsOf({ fields, rows, seed, group }: Paper): PaperCell[] {
  const one = (row: number, column: number, text: string, spans = { rowSpan: 1, columnSpan: 1 }): PaperCell => {
    const field: Field = FIELDS[fields[column] ?? "code"];
    return { row, column, text, align: field.align, ...spans };
  };
  const isGrouped = (column: number): boolean =>
    group !== undefined && column >= group.from && column < group.from + group.count;
  const head = fields.flatMap((name, column): PaperCell[] => {
    if (!group) return [one(0, column, FIELDS[name].title)];
    if (!isGrouped(column)) return [one(0, column, FIELDS[name].title, { rowSpan: 2, columnSpan: 1 })];
    return column === group.from ? [one(0, column, group.title, { rowSpan: 1, columnSpan: group.count })] : [];
  });
  const second = group
    ? fields.flatMap((name, column) => (isGrouped(column) ? [one(1, column, FIELDS[name].title)] : []))
    : [];
  const first = group ? 2 : 1;
  const body = rowsOf(fields, rows, seededRandom(seed), "en").flatMap((line, row) =>
    line.map(({ text }, column) => one(row + first, column, text)),
  );
  return [...head, ...second, ...body];
}
