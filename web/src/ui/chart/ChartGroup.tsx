import type { ReactElement, ReactNode } from "react";
import { useMedia } from "../../shared/browser/use-media.ts";
import styles from "./ChartGroup.module.css";

/** Charts above a table. On a phone they are closed at first, so that the rows are near. */
export function ChartGroup({ tools, children }: { tools?: ReactNode; children: ReactNode }): ReactElement {
  const isPhone = useMedia("(max-width: 600px)");
  return (
    <details className={styles["charts"]} open={!isPhone}>
      <summary>Charts</summary>
      {tools !== undefined && <div className={styles["tools"]}>{tools}</div>}
      <div className={styles["grid"]}>{children}</div>
    </details>
  );
}

/** The place of one chart. `name` is for screen readers. */
export function ChartPanel({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <section className={`pc-panel ${styles["panel"] ?? ""}`} aria-label={name}>
      {children}
    </section>
  );
}
