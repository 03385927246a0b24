import type { Task } from "@precount/domain";
import type { ReactElement } from "react";
import { RetryTag } from "../../ui/RetryTag.tsx";
import { taskDisplay } from "../../ui/status-display.tsx";
import styles from "./Pages.module.css";

/** The status of a task with the time of its next retry and its error. */
export function TaskStatus({ task }: { task: Task }): ReactElement {
  return (
    <>
      <RetryTag display={taskDisplay(task)} schedule={{ retryAt: task.retryAt, updatedAt: task.updated_at }} />
      {task.errorMessage !== null && <div className={styles["reason"]}>{task.errorMessage}</div>}
    </>
  );
}
