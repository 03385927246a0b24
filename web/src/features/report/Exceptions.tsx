import type { ReportException } from "@precount/domain";
import { Alert } from "antd";
import type { ReactElement } from "react";
import styles from "./Report.module.css";

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
        <ul className={styles["exceptions"]}>
          {exceptions.map(({ kind, subject, detail }) => (
            <li key={`${kind} ${subject} ${detail}`}>
              <strong>{subject}</strong> {detail}
            </li>
          ))}
        </ul>
      }
      style={{ marginBottom: 16 }}
    />
  );
}
