import { type Image, type ReadingField, type Result, assignShelves } from "@precount/domain";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";

/** A result as the table shows it. `shelf`: the code of the shelf that it is on. */
export type Row = { item: DisplayedResult; shelf: string };

type ColumnKey = "label" | "code" | "quantity" | "shelf" | "confidence" | "status" | "original" | "item";
export type Column = {
  key: ColumnKey;
  title: string;
  /** CSS pixels. */
  widthPx: number;
  /** The field that the column edits; null for text. */
  field: ReadingField | null;
};

const COLUMNS: readonly Column[] = [
  { key: "label", title: "Label", widthPx: 104, field: null },
  { key: "code", title: "Code", widthPx: 112, field: "code" },
  { key: "quantity", title: "Quantity", widthPx: 96, field: "quantity" },
  { key: "shelf", title: "Shelf", widthPx: 64, field: null },
  { key: "confidence", title: "Confidence", widthPx: 92, field: null },
  { key: "status", title: "Status", widthPx: 116, field: null },
  { key: "original", title: "Original", widthPx: 148, field: null },
];
const COLUMNS_WITH_ITEM: readonly Column[] = [...COLUMNS, { key: "item", title: "Item", widthPx: 220, field: null }];

/** The columns of the table. An event with an item list has one for the code's item. */
export const columnsFor = (hasList: boolean): readonly Column[] => (hasList ? COLUMNS_WITH_ITEM : COLUMNS);

export const widthOf = (columns: readonly Column[]): number => columns.reduce((sum, { widthPx }) => sum + widthPx, 0);

/** The field that a cell edits; null for text. A shelf has no quantity. */
export function fieldAt(item: DisplayedResult | undefined, column: number): ReadingField | null {
  const field = COLUMNS[column]?.field ?? null;
  return item?.result.label === "shelf" && field === "quantity" ? null : field;
}

/** Rows in the order of `items`. The shelf of a sticker depends on all results. */
export function rowsOf(items: readonly DisplayedResult[], results: readonly Result[], image: Image): Row[] {
  const shelves = assignShelves(results, image.metadata.shelfCode);
  return items.map((item) => ({ item, shelf: shelves[item.index] ?? "" }));
}

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

/** The lower confidence of the two readings; empty when a person typed both. */
export function confidenceText({ code, quantity }: Result): string {
  const read = [code.confidence, quantity?.confidence].filter((share) => share !== undefined);
  return read.length === 0 ? "" : percent(Math.min(...read));
}

/** The confidence of the box and of each reading, for a tooltip. */
export function confidenceDetail({ confidence, code, quantity }: Result): string {
  const said = [
    ["box", confidence],
    ["code", code.confidence],
    ["quantity", quantity?.confidence],
  ] as const;
  return said.flatMap(([name, share]) => (share === undefined ? [] : [`${name} ${percent(share)}`])).join(", ");
}

const readings = ({ label, code, quantity }: Pick<Result, "label" | "code" | "quantity">): string =>
  label === "sticker" ? `${code.value || "?"} × ${quantity?.value || "?"}` : code.value || "?";

/** The readings of the model as text. */
export const originalText = ({ original }: Result): string =>
  original === null ? "Added manually" : readings(original);
export const isAsRead = (result: Result): boolean =>
  result.original !== null && readings(result) === readings(result.original);
