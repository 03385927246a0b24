import { type ReactElement, Suspense, lazy } from "react";
import { COLUMNS_HEIGHT_PX, type ChartColumn } from "./column-chart.ts";
import { ChartTable } from "./ChartTable.tsx";
import styles from "./ColumnChart.module.css";

/** The charting library is large and only some screens need it (ADR-032). */
const Columns = lazy(() => import("./Columns.tsx"));

type Props = {
  /** For screen readers, with the values as a table. */
  title: string;
  /** From left to right. */
  columns: readonly ChartColumn[];
  /** Titles of the two columns of the table. */
  headings: readonly [label: string, value: string];
};

/** A small chart of columns without axes. The height is reserved while the library loads. */
export function ColumnChart({ title, columns, headings }: Props): ReactElement {
  return (
    <figure className={styles["figure"]}>
      <div aria-hidden="true" style={{ height: COLUMNS_HEIGHT_PX }}>
        <Suspense>
          <Columns columns={columns} />
        </Suspense>
      </div>
      <ChartTable
        caption={title}
        headings={headings}
        rows={columns.map((column) => ({ key: column.label, ...column }))}
      />
    </figure>
  );
}
