import { type Project, type Task, taskCan } from "@precount/domain";
import { Link, useNavigate } from "@tanstack/react-router";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useAuthUser } from "../../lib/auth.ts";
import type { Paging } from "../../lib/paging.ts";
import { useRetryTask } from "../../lib/use-retry-task.ts";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { tablePages } from "../../ui/table.ts";
import styles from "./Pages.module.css";
import { RetryButton } from "./RetryButton.tsx";
import { TaskState } from "./TaskState.tsx";

type Props = {
  event: Project;
  tasks: readonly Task[];
  total: number;
  isPending: boolean;
  paging: Paging;
  onPaging: (paging: Paging) => void;
};

const toTask = (slug: string, { taskId }: Task) =>
  ({ to: "/pages/$pageId/tasks/$taskId", params: { pageId: slug, taskId: String(taskId) } }) as const;

const columnsFor = (slug: string, retryOf: (task: Task) => ReactNode): TableColumnsType<Task> => [
  {
    key: "taskId",
    title: "Task",
    render: (_, task) => (
      <Link {...toTask(slug, task)} aria-label={`Task ${task.taskId}`}>
        #{task.taskId}
      </Link>
    ),
  },
  {
    key: "eventId",
    title: "Event description",
    render: (_, { eventId }) => (
      <bdi className={styles["event"]} title={eventId}>
        {eventId}
      </bdi>
    ),
  },
  { key: "status", title: "Status", render: (_, task) => <TaskState task={task} /> },
  {
    key: "documents",
    title: "Documents",
    align: "right",
    responsive: ["md"],
    render: (_, { documents }) => documents.length,
  },
  { key: "created", title: "Created", responsive: ["xl"], render: (_, task) => <DateText iso={task.created_at} /> },
  { key: "updated", title: "Updated", responsive: ["xl"], render: (_, task) => <DateText iso={task.updated_at} /> },
  {
    key: "actions",
    title: <span className="pc-visually-hidden">Actions</span>,
    render: (_, task) => (
      <span className={styles["actions"]}>
        {retryOf(task)}
        <Link {...toTask(slug, task)} aria-label={`Open task ${task.taskId}`}>
          Open
        </Link>
      </span>
    ),
  },
];

export function TasksTable({ event, tasks, total, isPending, paging, onPaging }: Props): ReactElement {
  const navigate = useNavigate();
  const user = useAuthUser();
  const { retry, isRetrying } = useRetryTask();
  const retryOf = (task: Task): ReactNode => (
    <RetryButton
      task={task}
      outcome={taskCan.retry(task, event, user)}
      isRetrying={isRetrying(task.taskId)}
      onRetry={() => retry(task.taskId)}
    />
  );
  return (
    <Table<Task>
      className="pc-panel"
      size="middle"
      rowKey="taskId"
      columns={columnsFor(event.slug, retryOf)}
      dataSource={[...tasks]}
      loading={isPending}
      scroll={{ x: "max-content" }}
      pagination={tablePages(paging, total)}
      locale={{
        emptyText: isPending ? (
          <div style={{ height: 160 }} />
        ) : (
          <EmptyState text="No documents yet. Add a task with a PDF or Word document, and its text and tables are read." />
        ),
      }}
      onRow={(task) => ({
        className: styles["row"] ?? "",
        onClick: ({ target }) => {
          // What stands in the row has its own to do.
          const isOwn = target instanceof Element && target.closest("a, button") !== null;
          if (!isOwn) void navigate(toTask(event.slug, task));
        },
      })}
      onChange={({ current, pageSize }) =>
        onPaging({
          page: pageSize === paging.pageSize ? (current ?? 1) : 1,
          pageSize: pageSize ?? paging.pageSize,
        })
      }
    />
  );
}
