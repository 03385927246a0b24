import { type Project, type Task, taskCan } from "@precount/domain";
import { Link, useNavigate } from "@tanstack/react-router";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement, ReactNode } from "react";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import type { Paging } from "../../shared/paging/paging.ts";
import { useMedia } from "../../shared/browser/use-media.ts";
import { useRetryTask } from "../../shared/api/use-retry-task.ts";
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

/** On a phone a task is one cell and what can be done with it: nothing slides sideways. */
const columnsFor = (slug: string, isPhone: boolean, retryOf: (task: Task) => ReactNode): TableColumnsType<Task> => [
  {
    key: "taskId",
    title: "Task",
    render: (_, task) => (
      <>
        <Link {...toTask(slug, task)} className={styles["task"]} aria-label={`Task ${task.taskId}`}>
          #{task.taskId}
        </Link>
        {isPhone && (
          <>
            {" "}
            <EventOf task={task} />
            <div>
              <TaskState task={task} />
            </div>
          </>
        )}
      </>
    ),
  },
  { key: "eventId", title: "Event description", hidden: isPhone, render: (_, task) => <EventOf task={task} /> },
  { key: "status", title: "Status", hidden: isPhone, render: (_, task) => <TaskState task={task} /> },
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
        {!isPhone && (
          <Link {...toTask(slug, task)} aria-label={`Open task ${task.taskId}`}>
            Open
          </Link>
        )}
      </span>
    ),
  },
];

const EventOf = ({ task: { eventId } }: { task: Task }): ReactElement => (
  <bdi className={styles["event"]} title={eventId}>
    {eventId}
  </bdi>
);

export function TasksTable({ event, tasks, total, isPending, paging, onPaging }: Props): ReactElement {
  const navigate = useNavigate();
  const user = useAuthUser();
  const { retry, isRetrying } = useRetryTask();
  const isPhone = useMedia("(max-width: 600px)");
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
      columns={columnsFor(event.slug, isPhone, retryOf)}
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
