import type { TableColumnType, TablePaginationConfig } from "antd";

/** A right-aligned column with one figure per row. */
export const figureColumn = <Row>(
  key: string,
  title: string,
  figure: (row: Row) => string,
  options: Pick<TableColumnType<Row>, "responsive" | "sorter"> = {},
): TableColumnType<Row> => ({ key, title, align: "right", render: (_, row) => figure(row), ...options });

/** The paging of a table whose rows are all in the browser. */
export const localPaging = (pageSize: number): TablePaginationConfig => ({
  pageSize,
  hideOnSinglePage: true,
  showSizeChanger: false,
  placement: ["bottomEnd"],
});
