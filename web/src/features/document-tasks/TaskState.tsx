import type { Task } from "@precount/domain";
import type { ReactElement } from "react";
import { RetryTag } from "../../ui/RetryTag.tsx";
import { taskDisplay } from "../../ui/status-display.tsx";
import styles from "./Pages.module.css";

/** Where a task stands, when it is tried again, and why it failed. */
export function TaskState({ task }: { task: Task }): ReactElement {
  return (
    <>
      <RetryTag display={taskDisplay(task)} schedule={{ retryAt: task.retryAt, updatedAt: task.updated_at }} />
      {task.errorMessage !== null && <div className={styles["reason"]}>{task.errorMessage}</div>}
    </>
  );
}
