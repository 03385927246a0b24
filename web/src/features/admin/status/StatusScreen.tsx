import { type ServerStatus, type StatusWarning, may, statusWarnings } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { Alert } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { errorMessage } from "../../../shared/api/errors.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { DatabaseCard, LastHourCard, SafetyCard, StorageCard } from "./cards.tsx";
import { FailedEvents } from "./FailedEvents.tsx";
import { ProcessesTable } from "./ProcessesTable.tsx";
import { QueuesTable } from "./QueuesTable.tsx";
import styles from "./Status.module.css";

/** While the page is looked at. The server has the same answer for everybody for some seconds. */
const EVERY_MS = 10_000;

/** How the installation is, and what to do; for admins, at any hour. */
export function StatusScreen(): ReactElement {
  const user = useAuthUser();
  const isAdmin = may(user, "server.see").ok;
  const { data, error, dataUpdatedAt } = useQuery(
    trpc.status.getStatus.queryOptions(undefined, {
      enabled: isAdmin,
      refetchInterval: EVERY_MS,
      placeholderData: keepPreviousData,
      throwOnError: (_error, { state }) => state.data === undefined,
    }),
  );
  if (!isAdmin) return <Navigate to="/" replace />;
  return (
    <div className="pc-page">
      <div className="pc-titlebar">
        <h1>Server status</h1>
        {data && (
          <span className="pc-quiet">
            Precount {data.version}
            {data.commit && ` · ${data.commit.slice(0, 7)}`} · as of{" "}
            <DateText iso={new Date(dataUpdatedAt).toISOString()} />
          </span>
        )}
      </div>
      {error && data && (
        <Alert
          type="error"
          showIcon
          style={{ marginBottom: 16 }}
          title={`What stands below is old: ${errorMessage(error)}`}
        />
      )}
      {data ? <Overview status={data} /> : <Loading />}
    </div>
  );
}

function Overview({ status }: { status: ServerStatus }): ReactElement {
  return (
    <div className={styles["stack"]}>
      <Verdict warnings={statusWarnings(status)} />
      <FailedEvents failed={status.failed} />
      <div className={styles["tables"]}>
        <ProcessesTable processes={status.processes} />
        <QueuesTable queues={status.queues} />
      </div>
      <div className={styles["grid"]}>
        <LastHourCard lastHour={status.lastHour} failedTasks={status.failedTasks} />
        <div className={styles["stack"]}>
          <DatabaseCard database={status.database} />
          <StorageCard storage={status.storage} />
        </div>
        <SafetyCard mail={status.mail} backupAt={status.backupAt} />
      </div>
    </div>
  );
}

/** What one must know, before all figures. */
function Verdict({ warnings }: { warnings: readonly StatusWarning[] }): ReactElement {
  if (warnings.length === 0) return <Alert type="success" showIcon title="Everything works." />;
  return (
    <ul className={styles["warnings"]} aria-label="What needs you">
      {warnings.map(({ kind, what, todo }) => (
        <li key={what}>
          <Alert type={kind} showIcon title={what} description={todo} />
        </li>
      ))}
    </ul>
  );
}
