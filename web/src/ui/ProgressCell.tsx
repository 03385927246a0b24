import { type ReactElement, memo } from "react";
import styles from "./ProgressCell.module.css";

type Props = {
  /** Whole percent; null draws an empty bar and a dash. */
  percent: number | null;
  /** What the bar is about, for those who do not see its column. */
  label: string;
};

/** A bar with its figure, in a width that does not change with the figure. */
export const ProgressCell = memo(({ percent, label }: Props): ReactElement => {
  return (
    <span className={styles["cell"]}>
      <progress className={styles["bar"]} max={100} value={percent ?? 0} aria-label={label} />
      <span className={styles["figure"]}>{percent === null ? "–" : `${percent} %`}</span>
    </span>
  );
});
