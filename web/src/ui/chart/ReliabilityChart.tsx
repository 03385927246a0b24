import { type ReactElement, Suspense, lazy } from "react";
import { ChartTable } from "./ChartTable.tsx";
import { RELIABILITY_HEIGHT_PX, type ReliabilityCurve, rowsOf } from "./reliability-curve.ts";
import styles from "./ColumnChart.module.css";

/** The charting library is large and only some screens need it (ADR-032). */
const Curves = lazy(() => import("./Curves.tsx"));

type Props = { title: string; curves: readonly ReliabilityCurve[] };

/** A reliability diagram: the share of right values over their certainty. Screen readers get the values as a table. */
export function ReliabilityChart({ title, curves }: Props): ReactElement {
  return (
    <figure className={styles["figure"]}>
      <div aria-hidden="true" style={{ height: RELIABILITY_HEIGHT_PX }}>
        <Suspense>
          <Curves curves={curves} />
        </Suspense>
      </div>
      <ChartTable caption={title} headings={["Certainty", "Right"]} rows={rowsOf(curves)} />
    </figure>
  );
}
