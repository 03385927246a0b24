import type { TableCut } from "@precount/domain";

/** The lines and merged cells of a table while a person changes them. */
export type CutLines = Pick<TableCut, "columns" | "rows" | "merged">;
export type Axis = "columns" | "rows";
export type SelectedLine = { axis: Axis; index: number };
