import { areaRuns, formatAreaRun } from "@precount/domain";
import type { ReactElement } from "react";
import { AREA_STATUS_DISPLAY } from "../../../../ui/status-display.tsx";
import styles from "./Gaps.module.css";

/** The areas without a photo, as ranges. Nothing when there are none. */
export function UntakenRuns({ numbers }: { numbers: readonly number[] }): ReactElement | null {
  const runs = areaRuns(numbers);
  if (numbers.length === 0) return null;
  return (
    <section className={`pc-panel ${styles["group"] ?? ""}`} aria-labelledby="gaps-untaken">
      <h2 id="gaps-untaken">
        <span aria-hidden="true" className={styles["untaken"]}>
          {AREA_STATUS_DISPLAY.not_taken.icon}
        </span>
        Not taken
      </h2>
      <ul className={styles["runs"]}>
        {runs.map((run) => (
          <li key={run.from}>
            {formatAreaRun(run)}
            {run.to > run.from && <small> {(run.to - run.from + 1).toLocaleString("en-GB")} areas</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
