import { type Outcome, TASK_STATUSES, type Task } from "@precount/domain";
import type { ReactElement } from "react";
import { reasonOf } from "../../shared/api/reason.ts";
import { ReasonButton } from "../../ui/ReasonButton.tsx";

type Props = {
  task: Pick<Task, "taskId" | "status" | "retryAt">;
  outcome: Outcome<true>;
  isRetrying: boolean;
  onRetry: () => void;
};

/** 'Retry' for a failed task, 'Retry now' for a task that waits for its next retry, nothing for other tasks. */
export function RetryButton({ task, outcome, isRetrying, onRetry }: Props): ReactElement | null {
  if (task.status !== TASK_STATUSES.failed && task.retryAt === null) return null;
  const verb = task.retryAt === null ? "Retry" : "Retry now";
  return (
    <ReasonButton
      size="small"
      reason={reasonOf(outcome)}
      loading={isRetrying}
      aria-label={`${verb}, task ${task.taskId}`}
      onClick={onRetry}
    >
      {verb}
    </ReasonButton>
  );
}
