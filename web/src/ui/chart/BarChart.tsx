import { type ReactElement, Suspense, lazy } from "react";
import { ChartTable } from "./ChartTable.tsx";
import styles from "./BarChart.module.css";
import { BAR_HEIGHT_PX, type ChartBar } from "./chart-bar.ts";

/** The charting library is large and only some screens need it (ADR-032). */
const Bars = lazy(() => import("./Bars.tsx"));

type Props = {
  title: string;
  /** From top to bottom. */
  bars: readonly ChartBar[];
  /** Titles of the two columns of the table for screen readers. */
  columns: readonly [label: string, value: string];
  format: (value: number) => string;
  /** Pixels; without it, the width of the parent. Needed where nothing is laid out, as in a hidden printed version. */
  width?: number;
};

/**
 * Horizontal bars to both sides of zero. Screen readers get the same values as a table. The height is reserved while the library loads.
 */
export function BarChart({ title, bars, columns, format, width }: Props): ReactElement {
  return (
    <figure className={styles["figure"]}>
      <figcaption>{title}</figcaption>
      <div aria-hidden="true" style={{ height: bars.length * BAR_HEIGHT_PX }}>
        <Suspense>
          <Bars bars={bars} format={format} {...(width !== undefined && { width })} />
        </Suspense>
      </div>
      <ChartTable
        caption={title}
        headings={columns}
        rows={bars.map((bar) => ({ key: bar.key, label: bar.label, value: format(bar.value) }))}
      />
    </figure>
  );
}
