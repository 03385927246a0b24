import { type Project, type Task, originalNameOf, taskCan } from "@precount/domain";
import { Link, useNavigate } from "@tanstack/react-router";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement, ReactNode } from "react";
import type { RouterOutputs } from "../../shared/api/trpc.ts";
import { useRetryTask } from "../../shared/api/use-retry-task.ts";
import { useMedia } from "../../shared/browser/use-media.ts";
import type { TableSearch } from "../../shared/paging/search.ts";
import { type TableState, useTableProps } from "../../shared/paging/use-table.ts";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { DateText } from "../../ui/DateText.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { clickableRow } from "../../ui/clickable-row.ts";
import { CancelButton } from "./CancelButton.tsx";
import styles from "./Pages.module.css";
import { RetryButton } from "./RetryButton.tsx";
import { TaskStatus } from "./TaskStatus.tsx";

const toTask = (slug: string, { taskId }: Task) =>
  ({ to: "/pages/$pageId/tasks/$taskId", params: { pageId: slug, taskId: String(taskId) } }) as const;

/** On a phone a task is one cell with its actions, so that the table does not scroll sideways. */
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
            <EventId task={task} />
            <OriginalName task={task} />
            <div>
              <TaskStatus task={task} />
            </div>
          </>
        )}
      </>
    ),
  },
  { key: "eventId", title: "Event description", hidden: isPhone, render: (_, task) => <EventId task={task} /> },
  { key: "fileName", title: "File name", hidden: isPhone, render: (_, task) => <OriginalName task={task} /> },
  { key: "status", title: "Status", hidden: isPhone, render: (_, task) => <TaskStatus task={task} /> },
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
        <CancelButton task={task} />
        {!isPhone && (
          <Link {...toTask(slug, task)} aria-label={`Open task ${task.taskId}`}>
            Open
          </Link>
        )}
      </span>
    ),
  },
];

const EventId = ({ task: { eventId } }: { task: Task }): ReactElement => (
  <bdi className={styles["event"]} title={eventId}>
    {eventId}
  </bdi>
);

function OriginalName({ task }: { task: Task }): ReactElement | null {
  const name = originalNameOf(task);
  if (name === null) return null;
  return (
    <div className={styles["original"]}>
      <bdi className={styles["name"]} title={name}>
        {name}
      </bdi>
    </div>
  );
}

type Props = {
  event: Project;
  /** Undefined while loading. */
  list: RouterOutputs["task"]["fetchTasksByProject"] | undefined;
  table: TableState<TableSearch>;
};

export function TasksTable({ event, list, table }: Props): ReactElement {
  const navigate = useNavigate();
  const user = useAuthUser();
  const { retry, isRetrying } = useRetryTask();
  const isPhone = useMedia("(max-width: 600px)");
  const tableProps = useTableProps<Task>(table, list?.total);
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
      {...tableProps}
      rowKey="taskId"
      columns={columnsFor(event.slug, isPhone, retryOf)}
      dataSource={list?.items ?? []}
      loading={list === undefined}
      locale={{
        emptyText: list ? (
          <EmptyState text="No documents yet. Add a task with a PDF or Word document to extract its text and tables." />
        ) : (
          <div style={{ height: 160 }} />
        ),
      }}
      onRow={(task) => clickableRow(() => void navigate(toTask(event.slug, task)), styles["row"])}
    />
  );
}
