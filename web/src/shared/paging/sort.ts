import type { SorterResult } from "antd/es/table/interface";

/** Converts `-createdAt` of the URL to Ant Design's sort order of a column. */
export function sortOrderOf(sort: string | undefined, column: string): "ascend" | "descend" | null {
  if (sort === column) return "ascend";
  return sort === `-${column}` ? "descend" : null;
}

/** Converts Ant Design's sorter to `-createdAt` for the URL; undefined when the table is not sorted. */
export function sortOf<T>(sorter: SorterResult<T> | SorterResult<T>[]): string | undefined {
  const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
  if (typeof columnKey !== "string" || !order) return undefined;
  return order === "descend" ? `-${columnKey}` : columnKey;
}
