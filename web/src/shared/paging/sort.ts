import type { SorterResult } from "antd/es/table/interface";

/** `-createdAt` in the address is Ant Design's column and order, and back. */
export function sortOrderOf(sort: string | undefined, column: string): "ascend" | "descend" | null {
  if (sort === column) return "ascend";
  return sort === `-${column}` ? "descend" : null;
}

/** Undefined when sorting was switched off. */
export function sortOf<T>(sorter: SorterResult<T> | SorterResult<T>[]): string | undefined {
  const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
  if (typeof columnKey !== "string" || !order) return undefined;
  return order === "descend" ? `-${columnKey}` : columnKey;
}
