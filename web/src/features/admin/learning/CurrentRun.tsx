import type { LearningRun } from "@precount/domain";
import { Button } from "antd";
import type { ReactElement } from "react";
import { describeProgress, progressPercent } from "./texts.ts";
import styles from "./Learning.module.css";

type Props = { run: LearningRun; onCancel: () => void };

/** The training run that waits or runs. It does not delay people or detections. */
export function CurrentRun({ run, onCancel }: Props): ReactElement {
  return (
    <section className={`pc-panel ${styles["run"] ?? ""}`} aria-label="Training run">
      <progress
        max={100}
        value={progressPercent(run.progress)}
        aria-label="Progress of the training run"
        className={styles["bar"]}
      />
      <output>{describeProgress(run)}</output>
      <Button onClick={onCancel}>Cancel</Button>
    </section>
  );
}
