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
    title: "What",
    render: (_, { role, isSilent }) => (
      <span className={styles["sign"]} data-tone={isSilent ? "rejected" : "valid"}>
        {isSilent ? <WarningOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />} {ROLES[role]}
        {isSilent && ", silent"}
      </span>
    ),
  },
  {
    key: "host",
    title: "Where",
    render: (_, { host, pid }) => (
      <span title={`Process ${pid} on ${host}`}>
        <span className={styles["place"]}>{host}</span>/{pid}
      </span>
    ),
  },
  { key: "doing", title: "Does", render: (_, { role, doing }) => <Doing role={role} doing={doing} /> },
  { key: "since", title: "Since", responsive: ["sm"], render: (_, { startedAt }) => <DateText iso={startedAt} /> },
  { key: "seen", title: "Heard of", render: (_, { seenAt }) => <DateText iso={seenAt} /> },
];

function Doing({ role, doing }: Pick<ProcessStatus, "role" | "doing">): ReactElement {
  if (doing.length === 0) return <span className="pc-quiet">{role === "api" ? "answers" : "waits for work"}</span>;
  // In an order of its own, or the lines would change places with every look.
  const counts = Map.groupBy(
    doing.toSorted((one, other) => one.queue.localeCompare(other.queue)),
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

/** Who runs, and who should. */
export function ProcessesTable({ processes }: { processes: readonly ProcessStatus[] }): ReactElement {
  return (
    <CardTable
      id="processes"
      title="Processes"
      rowKey="id"
      columns={COLUMNS}
      rows={processes}
      empty="No process has said that it lives."
    />
  );
}
