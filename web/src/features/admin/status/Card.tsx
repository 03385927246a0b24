import { Table, type TableColumnsType } from "antd";
import type { ReactElement, ReactNode } from "react";
import styles from "./Status.module.css";

type CardProps = {
  id: string;
  title: string;
  /** The content has no padding at the sides. */
  isWide?: boolean;
  children: ReactNode;
};

export function Card({ id, title, isWide = false, children }: CardProps): ReactElement {
  return (
    <section className={`pc-panel ${styles["card"]} ${isWide ? styles["wide"] : ""}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

type CardTableProps<Row extends object> = {
  id: string;
  title: string;
  rowKey: keyof Row;
  columns: TableColumnsType<Row>;
  rows: readonly Row[];
  /** The text for an empty table. Without it, an empty table shows no card. */
  empty?: string;
};

export function CardTable<Row extends object>(props: CardTableProps<Row>): ReactElement | null {
  const { id, title, rowKey, columns, rows, empty } = props;
  if (rows.length === 0 && empty === undefined) return null;
  return (
    <Card id={id} title={title} isWide>
      {rows.length === 0 ? (
        <p className={`pc-quiet ${styles["empty"]}`}>{empty}</p>
      ) : (
        <Table<Row>
          size="small"
          rowKey={rowKey}
          columns={columns}
          dataSource={rows}
          pagination={false}
          scroll={{ x: "max-content" }}
        />
      )}
    </Card>
  );
}
