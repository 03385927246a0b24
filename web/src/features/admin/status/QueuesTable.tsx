import { type QueueStatus, formatDuration, queueTitle } from "@precount/domain";
import type { TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { CardTable } from "./Card.tsx";

/** A duration in its two largest units. */
const approximateDuration = (seconds: number): string =>
  formatDuration(Math.round(seconds) * 1000)
    .split(" ")
    .slice(0, 2)
    .join(" ");

const COLUMNS: TableColumnsType<QueueStatus> = [
  { key: "name", title: "Job", render: (_, { name }) => <span title={name}>{queueTitle(name)}</span> },
  { key: "waiting", title: "Waiting", align: "right", render: (_, { waiting }) => waiting },
  { key: "retrying", title: "Retrying", align: "right", render: (_, { retrying }) => retrying },
  { key: "active", title: "Running", align: "right", render: (_, { active }) => active },
  {
    key: "oldest",
    title: "Longest wait",
    align: "right",
    render: (_, { oldestSeconds }) => (oldestSeconds === null ? "–" : approximateDuration(oldestSeconds)),
  },
];

/** The jobs that are waiting or running. */
export function QueuesTable({ queues }: { queues: readonly QueueStatus[] }): ReactElement {
  return (
    <CardTable id="queues" title="Queue" rowKey="name" columns={COLUMNS} rows={queues} empty="The queue is empty." />
  );
}
