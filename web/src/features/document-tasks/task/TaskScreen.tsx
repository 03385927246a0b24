import {
  TASK_REFRESH_MS,
  type TaskDocument,
  formatSize,
  hasUnfinishedTask,
  taskCan,
  taskIdSchema,
} from "@precount/domain";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { z } from "zod";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { useLiveEvent } from "../../../shared/live/live.ts";
import { type RouterOutputs, trpc } from "../../../shared/api/trpc.ts";
import { useRetryTask } from "../../../shared/api/use-retry-task.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { NotFoundScreen } from "../../../ui/ErrorScreen.tsx";
import { Facts } from "../../../ui/Facts.tsx";
import styles from "../Pages.module.css";
import { CancelButton } from "../CancelButton.tsx";
import { RetryButton } from "../RetryButton.tsx";
import { TaskStatus } from "../TaskStatus.tsx";
import { DocumentsTable } from "./DocumentsTable.tsx";
import { ResultPanel } from "./result/ResultPanel.tsx";

const route = getRouteApi("/private/pages/$pageId/tasks/$taskId");
const idInUrl = z.string().regex(/^\d+$/).transform(Number).pipe(taskIdSchema);

/** One document task with its status and its documents. */
export function TaskScreen(): ReactElement {
  const { pageId, taskId } = route.useParams();
  const id = idInUrl.safeParse(taskId);
  return id.success ? <TaskLoader pageId={pageId} taskId={id.data} /> : <NotFoundScreen />;
}

function TaskLoader({ pageId, taskId }: { pageId: string; taskId: number }): ReactElement {
  const { data: task } = useSuspenseQuery(
    trpc.task.getTask.queryOptions(
      { taskId },
      { refetchInterval: ({ state }) => (state.data && hasUnfinishedTask([state.data]) ? TASK_REFRESH_MS : false) },
    ),
  );
  // The task belongs to another event than the URL says.
  if (task.project.slug !== pageId && task.project.sid !== pageId) return <NotFoundScreen />;
  return <TaskDetails task={task} />;
}

type TaskWithProject = RouterOutputs["task"]["getTask"];

function TaskDetails({ task }: { task: TaskWithProject }): ReactElement {
  const { taskId, project, documents } = task;
  useLiveEvent(project.slug, [trpc.task.getTask.queryKey({ taskId })], null, "task");
  const user = useAuthUser();
  const { retry, isRetrying } = useRetryTask();
  const event = { status: project.status, isArchived: project.status === "archived" };
  const original = documents.find(({ isOriginal }) => isOriginal);
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Task {taskId}</h1>
        <span className="pc-grow" />
        <RetryButton
          task={task}
          outcome={taskCan.retry(task, event, user)}
          isRetrying={isRetrying(taskId)}
          onRetry={() => retry(taskId)}
        />
        <CancelButton task={task} />
      </div>
      <div className={`pc-panel ${styles["facts"] ?? ""}`}>
        <Facts
          facts={[
            ["Status", <TaskStatus key="status" task={task} />],
            ["Event description", <bdi key="event">{task.eventId}</bdi>],
            ["Document", original && <OriginalName key="document" original={original} />],
            ["Created", <DateText key="created" iso={task.created_at} />],
            ["Updated", <DateText key="updated" iso={task.updated_at} />],
          ]}
        />
      </div>
      <DocumentsTable task={task} />
      <ResultPanel task={task} />
    </div>
  );
}

const OriginalName = ({ original: { fileName, size } }: { original: TaskDocument }): ReactElement => (
  <>
    <bdi className={styles["name"]} title={fileName}>
      {fileName}
    </bdi>
    <span className="pc-quiet">{formatSize(size)}</span>
  </>
);
