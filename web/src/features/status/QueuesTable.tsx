import { type QueueStatus, formatDuration, queueTitle } from "@precount/domain";
import { Table, type TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { EmptyState } from "../../ui/EmptyState.tsx";
import styles from "./Status.module.css";

/** Two units are as exact as one wants to know. */
const roughly = (seconds: number): string =>
  formatDuration(Math.round(seconds) * 1000)
    .split(" ")
    .slice(0, 2)
    .join(" ");

const COLUMNS: TableColumnsType<QueueStatus> = [
  { key: "name", title: "Work", render: (_, { name }) => <span title={name}>{queueTitle(name)}</span> },
  { key: "waiting", title: "Waits", align: "right", render: (_, { waiting }) => waiting },
  { key: "retrying", title: "Tries again", align: "right", render: (_, { retrying }) => retrying },
  { key: "active", title: "In hand", align: "right", render: (_, { active }) => active },
  {
    key: "oldest",
    title: "Longest wait",
    align: "right",
    render: (_, { oldestSeconds }) => (oldestSeconds === null ? "–" : roughly(oldestSeconds)),
  },
];

/** What is still to be done. */
export function QueuesTable({ queues }: { queues: readonly QueueStatus[] }): ReactElement {
  return (
    <section className={`pc-panel ${styles["card"]} ${styles["wide"]}`} aria-labelledby="queues">
      <h2 id="queues">Queue</h2>
      <Table<QueueStatus>
        size="small"
        rowKey="name"
        columns={COLUMNS}
        dataSource={queues}
        pagination={false}
        scroll={{ x: "max-content" }}
        locale={{ emptyText: <EmptyState text="Nothing waits: all work is done." /> }}
      />
    </section>
  );
}
