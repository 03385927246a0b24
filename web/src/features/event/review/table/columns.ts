import { type Image, type ReadingField, type Result, assignShelves } from "@precount/domain";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";

/** A label as the table shows it. */
export type Row = { label: DisplayedResult; shelf: string };

type ColumnKey = "label" | "code" | "quantity" | "shelf" | "confidence" | "status" | "original";
export type Column = {
  key: ColumnKey;
  title: string;
  /** CSS pixels. */
  widthPx: number;
  /** The field that can be edited there, if one can. */
  field: ReadingField | null;
};

export const COLUMNS: readonly Column[] = [
  { key: "label", title: "Label", widthPx: 104, field: null },
  { key: "code", title: "Code", widthPx: 112, field: "code" },
  { key: "quantity", title: "Quantity", widthPx: 96, field: "quantity" },
  { key: "shelf", title: "Shelf", widthPx: 64, field: null },
  { key: "confidence", title: "Confidence", widthPx: 92, field: null },
  { key: "status", title: "Status", widthPx: 116, field: null },
  { key: "original", title: "Original", widthPx: 148, field: null },
];
export const TABLE_WIDTH_PX = COLUMNS.reduce((sum, { widthPx }) => sum + widthPx, 0);

/** The field that a cell edits; a shelf has no quantity. */
export function fieldAt(row: Row | undefined, column: number): ReadingField | null {
  const field = COLUMNS[column]?.field ?? null;
  return row?.label.result.label === "shelf" && field === "quantity" ? null : field;
}

/** Rows in the order of `labels`; which shelf a sticker is on depends on all results. */
export function rowsOf(labels: readonly DisplayedResult[], results: readonly Result[], image: Image): Row[] {
  const shelves = assignShelves(results, image.metadata.shelfCode);
  return labels.map((label) => ({ label, shelf: shelves[label.index] ?? "" }));
}

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

/** How sure the reader is of the less sure of its values; nothing where a person typed both. */
export function confidenceText({ code, quantity }: Result): string {
  const read = [code.confidence, quantity?.confidence].filter((share) => share !== undefined);
  return read.length === 0 ? "" : percent(Math.min(...read));
}

/** Of the box and of each value, for whoever wants to know. */
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

/** What the model read. */
export const originalText = ({ original }: Result): string =>
  original === null ? "Added by hand" : readings(original);
export const isAsRead = (result: Result): boolean =>
  result.original !== null && readings(result) === readings(result.original);
