import { type QueueStatus, formatDuration, queueTitle } from "@precount/domain";
import type { TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { CardTable } from "./Card.tsx";

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
    <CardTable
      id="queues"
      title="Queue"
      rowKey="name"
      columns={COLUMNS}
      rows={queues}
      empty="Nothing waits: all work is done."
    />
  );
}
