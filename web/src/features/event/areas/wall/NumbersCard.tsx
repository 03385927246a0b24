import { type AreaRun, formatAreaRun } from "@precount/domain";
import type { ReactElement } from "react";
import type { StatusDisplay } from "../../../../ui/status-display.tsx";
import styles from "./Wall.module.css";
import { useFitting } from "./use-fitting.ts";

/** More never fit, on whatever wall. */
const MOST_RUNS = 400;

/** Areas by their numbers: as many as there is room for, the rest counted. Nothing without areas. */
export function NumbersCard({
  title,
  look,
  runs,
}: {
  title: string;
  look: StatusDisplay;
  runs: readonly AreaRun[];
}): ReactElement | null {
  const names = runs.slice(0, MOST_RUNS).map(formatAreaRun);
  const { box, fitting } = useFitting<HTMLUListElement>();
  if (runs.length === 0) return null;
  const more = sizeOf(runs.slice(fitting));
  return (
    <section className={styles["numbers"]} data-tone={look.tone}>
      <h2>
        <span aria-hidden="true" className={styles["icon"]}>
          {look.icon}
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
