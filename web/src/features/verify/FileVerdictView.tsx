import { type FileVerdict, describeDifference, describeVerdict } from "@precount/domain";
import { Alert } from "antd";
import type { ReactElement } from "react";
import { fullDate } from "../../shared/time/dates.ts";
import styles from "./Verify.module.css";

const TYPES = {
  unchanged: "success",
  "re-saved": "success",
  changed: "error",
  swapped: "error",
  forged: "error",
  unknown: "warning",
} as const satisfies Record<FileVerdict["kind"], string>;

/** The result of comparing a file with its seal. */
export function FileVerdictView({ name, verdict }: { name: string; verdict: FileVerdict }): ReactElement {
  return (
    <Alert
      type={TYPES[verdict.kind]}
      showIcon
      title={<bdi className={styles["name"]}>{name}</bdi>}
      description={
        <>
          <div>{describeVerdict(verdict, fullDate)}</div>
          {verdict.kind === "changed" && <Differences {...verdict} />}
        </>
      }
    />
  );
}

function Differences({ differences, count }: Extract<FileVerdict, { kind: "changed" }>): ReactElement | null {
  if (differences === null) return null;
  const more = count - differences.length;
  return (
    <>
      <ul className={styles["differences"]}>
        {differences.map((difference) => {
          const text = describeDifference(difference);
          return <li key={text}>{text}</li>;
        })}
      </ul>
      {more > 0 && <p>and {more.toLocaleString("en-GB")} more</p>}
    </>
  );
}
