import { type ImageJob, MESSAGES, type Outcome, TASK_STATUSES, type Task, originalNameOf } from "@precount/domain";
import { useNavigate } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import type { RetrySchedule } from "../../../../shared/api/retry.ts";
import { DateText } from "../../../../ui/DateText.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { RetryTag } from "../../../../ui/RetryTag.tsx";
import { type StatusDisplay, jobDisplay, taskDisplay } from "../../../../ui/status-display.tsx";
import styles from "./Info.module.css";

type Props = {
  /** Newest first. */
  jobs: readonly ImageJob[];
  modelName: (sid: string) => string;
  /** Whether a job may be retried. */
  outcome: Outcome<unknown>;
  isRetrying: boolean;
  onRetry: (jobId: string) => void;
  /** The tasks of the event, newest first. */
  tasks: readonly Task[];
  taskOutcome: (task: Task) => Outcome<true>;
  isRetryingTask: (taskId: number) => boolean;
  onRetryTask: (taskId: number) => void;
  /** The page that shows a task. */
  pageOf: (task: Task) => string;
};

/** The tasks of an image (PD-51): its detection jobs, then the document tasks of its event. */
export function TaskList(props: Props): ReactElement {
  const { jobs, modelName, outcome, isRetrying, onRetry, tasks, taskOutcome, isRetryingTask, onRetryTask } = props;
  const navigate = useNavigate();
  if (jobs.length + tasks.length === 0) return <p className="pc-quiet">Nothing has been done for this image yet.</p>;
  const open = (task: Task): void =>
    void navigate({
      to: "/pages/$pageId/tasks/$taskId",
      params: { pageId: props.pageOf(task), taskId: String(task.taskId) },
    });
  return (
    <ul className={styles["tasks"]} aria-label="Tasks of this image">
      {jobs.map((job) => (
        <Row
          key={job.id}
          name={`Detection by ${modelName(job.modelSid)}`}
          look={jobDisplay(job)}
          retried={job}
          hasFailed={job.state === "failed"}
          reason={reasonOf(outcome)}
          isRetrying={isRetrying}
          onRetry={() => onRetry(job.id)}
          note={job.attempts > 0 ? `attempt ${job.attempts} of ${job.maxAttempts}` : null}
          error={job.error}
        />
      ))}
      {tasks.map((task) => (
        <Row
          key={task.taskId}
          name={
            <>
              Task {task.taskId} <bdi className="pc-quiet">{originalNameOf(task)}</bdi>
            </>
          }
          look={taskDisplay(task)}
          retried={{ retryAt: task.retryAt, updatedAt: task.updated_at }}
          hasFailed={task.status === TASK_STATUSES.failed}
          reason={reasonOf(taskOutcome(task))}
          isRetrying={isRetryingTask(task.taskId)}
          onRetry={() => onRetryTask(task.taskId)}
          onOpen={task.documents.length === 0 ? null : () => open(task)}
          note={null}
          error={task.errorMessage}
        />
      ))}
    </ul>
  );
}

type RowProps = {
  name: ReactNode;
  look: StatusDisplay;
  retried: RetrySchedule;
  hasFailed: boolean;
  /** Why it cannot be retried; null when it can. */
  reason: string | null;
  isRetrying: boolean;
  onRetry: () => void;
  /** Null without an attached document; undefined for a detection job, which has no screen of its own. */
  onOpen?: (() => void) | null;
  note: string | null;
  error: string | null;
};

function Row({ name, look, retried, hasFailed, note, error, ...acts }: RowProps): ReactElement {
  return (
    <li className={styles["task"]}>
      <div className={styles["taskHead"]}>
        <span className={styles["taskName"]}>{name}</span>
        {(hasFailed || retried.retryAt !== null) && (
          <ReasonButton size="small" reason={acts.reason} loading={acts.isRetrying} onClick={acts.onRetry}>
            {hasFailed ? "Retry" : "Retry now"}
          </ReasonButton>
        )}
        {acts.onOpen !== undefined && (
          <ReasonButton
            size="small"
            reason={acts.onOpen === null ? MESSAGES.noDocuments : null}
            onClick={() => acts.onOpen?.()}
          >
            Open task
          </ReasonButton>
        )}
      </div>
      <div className={styles["taskState"]}>
        <RetryTag display={look} schedule={retried} />
        <span className="pc-quiet">
          {note !== null && `${note} · `}
          <DateText iso={retried.updatedAt} />
        </span>
      </div>
      {error !== null && <div className={styles["error"]}>{error}</div>}
    </li>
  );
}
