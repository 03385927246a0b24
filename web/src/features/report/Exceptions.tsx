import type { ReportException } from "@precount/domain";
import { Alert } from "antd";
import type { ReactElement } from "react";
import styles from "./Report.module.css";

/** More than these would push the rows off the screen. */
const SHOWN_AT_ONCE = 5;

/** What of the event the rows do not tell, or tell only in part. */
export function Exceptions({ exceptions }: { exceptions: readonly ReportException[] }): ReactElement | null {
  if (exceptions.length === 0) return null;
  const count = exceptions.length;
  return (
    <Alert
      type="warning"
      showIcon
      title={count === 1 ? "1 exception" : `${count} exceptions`}
      description={
        <details open={count <= SHOWN_AT_ONCE}>
          <summary>{count === 1 ? "What it is" : "What they are"}</summary>
          <ul className={styles["exceptions"]}>
            {exceptions.map(({ kind, subject, detail }) => (
              <li key={`${kind} ${subject} ${detail}`}>
                <strong>{subject}</strong> {detail}
              </li>
            ))}
          </ul>
        </details>
      }
      style={{ marginBottom: 16 }}
    />
  );
}
