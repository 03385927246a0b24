import { type AreaRun, formatAreaRun } from "@precount/domain";
import type { ReactElement } from "react";
import type { StatusDisplay } from "../../../../ui/status-display.tsx";
import styles from "./Wall.module.css";
import { useFittingCount } from "./use-fitting.ts";

/** More than fit on any display. */
const MAX_RUNS = 400;

/** A list of area numbers. It shows as many as fit and counts the rest. Nothing without areas. */
export function NumbersCard({
  title,
  display,
  runs,
}: {
  title: string;
  display: StatusDisplay;
  runs: readonly AreaRun[];
}): ReactElement | null {
  const names = runs.slice(0, MAX_RUNS).map(formatAreaRun);
  const { box, fitting } = useFittingCount<HTMLUListElement>();
  if (runs.length === 0) return null;
  const more = sizeOf(runs.slice(fitting));
  return (
    <section className={styles["numbers"]} data-tone={display.tone}>
      <h2>
        <span aria-hidden="true" className={styles["icon"]}>
          {display.icon}
        </span>
        {title}
      </h2>
      <ul ref={box}>
        {names.map((name, at) => (
          <li key={name} style={{ visibility: at < fitting ? "visible" : "hidden" }}>
            {name}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles["more"]}>and {more.toLocaleString("en-GB")} more</p>}
    </section>
  );
}

const sizeOf = (runs: readonly AreaRun[]): number => runs.reduce((sum, { from, to }) => sum + to - from + 1, 0);
