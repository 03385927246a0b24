import type { ImageStatus } from "@precount/domain";
import type { ReactElement } from "react";
import styles from "./Images.module.css";

type Props = { counts: Partial<Record<ImageStatus, number>> };

/** How far detection has come; gone when there is nothing left to wait for. */
export function QueueBar({ counts }: Props): ReactElement | null {
  const waiting = counts.uploaded ?? 0;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (waiting === 0) return null;
  return (
    <output className={styles["queue"]}>
      <progress max={all} value={all - waiting} aria-label="Detection progress" className={styles["queueBar"]} />
      {waiting} of {all} {all === 1 ? "image is" : "images are"} awaiting detection
    </output>
  );
}
