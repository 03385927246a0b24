import type { ReactElement } from "react";
import type { StatusLook } from "./status.tsx";
import styles from "./StatusTag.module.css";

/** A status as icon and word: the colour is never alone. */
export function StatusTag({ look }: { look: StatusLook }): ReactElement {
  return (
    <span className={styles["tag"]} data-tone={look.tone} title={look.hint}>
      <span aria-hidden="true" className={styles["icon"]}>
        {look.icon}
      </span>
      {look.title}
    </span>
  );
}
