import type { ReactElement } from "react";
import type { StatusDisplay } from "./status-display.tsx";
import styles from "./StatusTag.module.css";

/** A status as icon and text: color is never the only signal. */
export function StatusTag({ display }: { display: StatusDisplay }): ReactElement {
  return (
    <span className={styles["tag"]} data-tone={display.tone} title={display.tooltip}>
      <span aria-hidden="true" className={styles["icon"]}>
        {display.icon}
      </span>
      {display.title}
    </span>
  );
}
