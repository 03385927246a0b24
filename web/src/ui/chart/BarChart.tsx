import { type ReactElement, Suspense, lazy } from "react";
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
export function BarChart({ title, bars, columns: [label, value], format, width }: Props): ReactElement {
  return (
    <figure className={styles["figure"]}>
      <figcaption>{title}</figcaption>
      <div aria-hidden="true" style={{ height: bars.length * BAR_HEIGHT_PX }}>
        <Suspense>
          <Bars bars={bars} format={format} {...(width !== undefined && { width })} />
        </Suspense>
      </div>
      <table className="pc-visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col">{value}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.key}>
              <th scope="row">{bar.label}</th>
              <td>{format(bar.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
