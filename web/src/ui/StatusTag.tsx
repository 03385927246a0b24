import type { ReactElement } from "react";
import type { StatusDisplay } from "./status-display.tsx";
import styles from "./StatusTag.module.css";

type Props = {
  display: StatusDisplay;
  /** Where there is no room, the text is shown when the pointer rests on the icon. */
  isIconOnly?: boolean;
};

/** A status as icon and text: color is never the only signal. */
export function StatusTag({ display, isIconOnly = false }: Props): ReactElement {
  return (
    <span
      className={styles["tag"]}
      data-tone={display.tone}
      title={display.tooltip ?? (isIconOnly ? display.title : undefined)}
    >
      <span aria-hidden="true" className={styles["icon"]}>
        {display.icon}
      </span>
      <span className={isIconOnly ? "pc-visually-hidden" : styles["text"]}>{display.title}</span>
    </span>
  );
}
