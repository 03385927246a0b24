import { type Task, isTaskUnfinished } from "@precount/domain";
import type { ReactElement } from "react";
import { RetryTag } from "../../ui/RetryTag.tsx";
import { taskDisplay } from "../../ui/status-display.tsx";
import styles from "./Pages.module.css";

/** The status of a task with the page that is read, the time of its next retry and its error. */
export function TaskStatus({ task }: { task: Task }): ReactElement {
  return (
    <>
      <RetryTag display={taskDisplay(task)} schedule={{ retryAt: task.retryAt, updatedAt: task.updated_at }} />
      {isTaskUnfinished(task) && task.isCanceled && <div className="pc-quiet">Ends after the current page</div>}
      {task.progress && <PageProgress {...task.progress} />}
      {task.errorMessage !== null && <div className={styles["reason"]}>{task.errorMessage}</div>}
    </>
  );
}

function PageProgress({ page, pageCount }: NonNullable<Task["progress"]>): ReactElement {
  const text = `Page ${page} of ${pageCount}`;
  return (
    <div className={styles["progress"]}>
      <span className="pc-quiet">{text}</span>
      <progress aria-label={text} value={page - 1} max={pageCount} />
    </div>
  );
}
