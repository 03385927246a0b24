import { type ReactElement, memo } from "react";
import styles from "./ProgressCell.module.css";

type Props = {
  /** Whole percent; null shows an empty bar and a dash. */
  percent: number | null;
  /** The accessible name of the bar. */
  label: string;
  /** For small screens: a shorter bar. */
  isCompact?: boolean;
};

/** A progress bar with its percentage, in a fixed width. */
export const ProgressCell = memo(({ percent, label, isCompact = false }: Props): ReactElement => {
  return (
    <span className={styles["cell"]} data-compact={isCompact}>
      <progress className={styles["bar"]} max={100} value={percent ?? 0} aria-label={label} />
      <span className={styles["figure"]}>{percent === null ? "–" : `${percent} %`}</span>
    </span>
  );
});
