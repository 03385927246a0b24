import { PROGRESS_PARTS, type ProgressPart } from "@precount/domain";
import type { ReactElement } from "react";
import styles from "./StackedProgress.module.css";

type Props = {
  counts: Readonly<Record<ProgressPart, number>>;
  /** The accessible name of the numbers. */
  label: string;
};

const PARTS: Readonly<Record<ProgressPart, { text: string; tone: string }>> = {
  not_taken: { text: "not taken", tone: "muted" },
  to_read: { text: "to read", tone: "primary" },
  to_review: { text: "to review", tone: "doubtful" },
  approved: { text: "approved", tone: "valid" },
  rejected: { text: "rejected", tone: "rejected" },
};

/** The progress of an event as a bar with a part for each state, and the same numbers as text below it. */
export function StackedProgress({ counts, label }: Props): ReactElement {
  // The finished work is on the left, as in other progress bars.
  const parts = PROGRESS_PARTS.filter((part) => counts[part] > 0).toReversed();
  return (
    <div>
      <div className={styles["bar"]} aria-hidden="true">
        {parts.map((part) => (
          <span
            key={part}
            className={styles["part"]}
            data-part={part}
            data-tone={PARTS[part].tone}
            style={{ flexGrow: counts[part] }}
          />
        ))}
      </div>
      <ul className={styles["legend"]} aria-label={label}>
        {parts.length === 0 && <li data-part="none">No images yet</li>}
        {parts.map((part) => (
          <li key={part} data-part={part} data-tone={PARTS[part].tone}>
            {counts[part].toLocaleString("en-GB")} {PARTS[part].text}
          </li>
        ))}
      </ul>
    </div>
  );
}
