import type { ReactElement, ReactNode } from "react";
import styles from "./RowList.module.css";

type Row = {
  key: string;
  title: ReactNode;
  /** Said of it in quieter words, a line each. */
  details: readonly ReactNode[];
  action: ReactNode;
};

/** Things one below the other, each with title can be done with it. */
export function RowList({ rows }: { rows: readonly Row[] }): ReactElement {
  return (
    <ul className={styles["rows"]}>
      {rows.map(({ key, title, details, action }) => (
        <li key={key} className={styles["row"]}>
          <span className={styles["title"]}>
            <span>{title}</span>
            {details.map((detail, at) => (
              // They never change places.
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
