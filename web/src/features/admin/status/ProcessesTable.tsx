import { type ProcessStatus, queueTitle } from "@precount/domain";
import { CheckCircleOutlined, WarningOutlined } from "@ant-design/icons";
import type { TableColumnsType } from "antd";
import type { ReactElement } from "react";
import { DateText } from "../../../ui/DateText.tsx";
import { CardTable } from "./Card.tsx";
import styles from "./Status.module.css";

const ROLES = { api: "Server", worker: "Worker" } as const;

const COLUMNS: TableColumnsType<ProcessStatus> = [
  {
    key: "role",
    title: "Process",
    render: (_, { role, isSilent }) => (
      <span className={styles["sign"]} data-tone={isSilent ? "rejected" : "valid"}>
        {isSilent ? <WarningOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />} {ROLES[role]}
        {isSilent && ", silent"}
      </span>
    ),
  },
  {
    key: "host",
    title: "Host",
    render: (_, { host, pid }) => (
      <span title={`Process ${pid} on ${host}`}>
        <span className={styles["host"]}>{host}</span>/{pid}
      </span>
    ),
  },
  { key: "doing", title: "Activity", render: (_, { role, doing }) => <Activity role={role} doing={doing} /> },
  { key: "since", title: "Started", responsive: ["sm"], render: (_, { startedAt }) => <DateText iso={startedAt} /> },
  { key: "seen", title: "Last seen", render: (_, { seenAt }) => <DateText iso={seenAt} /> },
];

function Activity({ role, doing }: Pick<ProcessStatus, "role" | "doing">): ReactElement {
  if (doing.length === 0) return <span className="pc-quiet">{role === "api" ? "Running" : "Idle"}</span>;
  // Sorted, because the order of jobs changes with every refetch.
  const counts = Map.groupBy(
    doing.toSorted((a, b) => a.queue.localeCompare(b.queue)),
    ({ queue }) => queue,
  );
  return (
    <ul className={styles["doing"]}>
      {[...counts].map(([queue, jobs]) => (
        <li key={queue}>{jobs.length === 1 ? queueTitle(queue) : `${queueTitle(queue)} × ${jobs.length}`}</li>
      ))}
    </ul>
  );
}

/** The processes that run, and those that should but have gone silent. */
export function ProcessesTable({ processes }: { processes: readonly ProcessStatus[] }): ReactElement {
  return (
    <CardTable
      id="processes"
      title="Processes"
      rowKey="id"
      columns={COLUMNS}
      rows={processes}
      empty="No process has reported yet."
    />
  );
}
