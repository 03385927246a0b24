import type { ReactElement, ReactNode } from "react";
import styles from "./RowList.module.css";

type Row = {
  key: string;
  title: ReactNode;
  /** Secondary lines below the title. */
  details: readonly ReactNode[];
  action: ReactNode;
};

/** A list of items, each with an action. */
export function RowList({ rows }: { rows: readonly Row[] }): ReactElement {
  return (
    <ul className={styles["rows"]}>
      {rows.map(({ key, title, details, action }) => (
        <li key={key} className={styles["row"]}>
          <span className={styles["title"]}>
            <span>{title}</span>
            {details.map((detail, at) => (
              // The details never change their order.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={at} className="pc-quiet">
                {detail}
              </span>
            ))}
          </span>
          {action}
        </li>
      ))}
    </ul>
  );
}
