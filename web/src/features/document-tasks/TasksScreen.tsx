import { PlusOutlined, ReloadOutlined } from "@ant-design/icons";
import { taskCan } from "@precount/domain";
import { Link, getRouteApi } from "@tanstack/react-router";
import { Button } from "antd";
import { type ReactElement, useState } from "react";
import { useProject } from "../../shared/api/use-project.ts";
import { reasonOf } from "../../shared/api/reason.ts";
import { toImages } from "../../shared/images/event-section.ts";
import { parseTableSearch } from "../../shared/paging/search.ts";
import { useTable } from "../../shared/paging/use-table.ts";
import { useAuthUser } from "../../shared/session/auth-user.ts";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { AddTaskDialog } from "./add/AddTaskDialog.tsx";
import styles from "./Pages.module.css";
import { TasksTable } from "./TasksTable.tsx";
import { useTasks } from "./use-tasks.ts";

const route = getRouteApi("/private/pages/$pageId/tasks");

/** The document tasks of one event, newest first. */
export function TasksScreen(): ReactElement {
  const { pageId: slug } = route.useParams();
  const user = useAuthUser();
  const event = useProject(slug);
  const table = useTable(`tasks.${slug}`, parseTableSearch);
  const { list, isFetching, isStale, refresh } = useTasks(slug, table.paging);
  const [isAdding, setAdding] = useState(false);
  const reason = reasonOf(taskCan.create(event, user));
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1 dir="auto" title={event.name}>
          {event.name}
        </h1>
        {list && <span className="pc-quiet">{list.total === 1 ? "1 task" : `${list.total} tasks`}</span>}
        <Link {...toImages(event.isArchived ? "archives" : "eventImages", event.slug)}>Event photos</Link>
        <span className="pc-grow" />
        {isStale && <span className={styles["stale"]}>Not refreshed: the server did not answer.</span>}
        <Button icon={<ReloadOutlined />} loading={isFetching} aria-label="Refresh" onClick={refresh} />
        <ReasonButton type="primary" icon={<PlusOutlined />} reason={reason} onClick={() => setAdding(true)}>
          Add Task
        </ReasonButton>
      </div>
      <TasksTable event={event} list={list} table={table} />
      <AddTaskDialog
        slug={event.slug}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        // The new task is the first of the first page.
        onCreated={() => table.change({ page: 1 })}
      />
    </div>
  );
}
