import type { TableColumnType } from "antd";
import type { SorterResult } from "antd/es/table/interface";

/** Converts `-createdAt` of the URL to Ant Design's sort order of a column. */
function sortOrderOf(sort: string | undefined, column: string): "ascend" | "descend" | null {
  if (sort === column) return "ascend";
  return sort === `-${column}` ? "descend" : null;
}

/** Marks the column that the table is sorted by. */
export const withSortOrder = <Row>(
  columns: readonly TableColumnType<Row>[],
  sort: string | undefined,
): TableColumnType<Row>[] =>
  columns.map((column) => (column.sorter ? { ...column, sortOrder: sortOrderOf(sort, String(column.key)) } : column));

/** Converts Ant Design's sorter to `-createdAt` for the URL; undefined when the table is not sorted. */
export function sortOf<T>(sorter: SorterResult<T> | SorterResult<T>[]): string | undefined {
  const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
  if (typeof columnKey !== "string" || !order) return undefined;
  return order === "descend" ? `-${columnKey}` : columnKey;
}
