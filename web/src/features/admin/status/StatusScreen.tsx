import { type ServerStatus, type HealthWarning, may, runHealthChecks } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import type { ReactElement } from "react";
import { useAuthUser } from "../../../shared/session/auth-user.ts";
import { errorMessage } from "../../../shared/api/errors.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { DateText } from "../../../ui/DateText.tsx";
import { ForbiddenScreen } from "../../../ui/ErrorScreen.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { DatabaseCard, LastHourCard, SafetyCard, StorageCard } from "./cards.tsx";
import { FailedEvents } from "./FailedEvents.tsx";
import { ProcessesTable } from "./ProcessesTable.tsx";
import { QueuesTable } from "./QueuesTable.tsx";
import styles from "./Status.module.css";

/** The refetch interval. The server caches its answer for some seconds for all admins. */
const REFRESH_MS = 10_000;

/** The state of the installation and its problems, for admins. */
export function StatusScreen(): ReactElement {
  const user = useAuthUser();
  const allowed = may(user, "server.see");
  const { data, error, dataUpdatedAt } = useQuery(
    trpc.status.getStatus.queryOptions(undefined, {
      enabled: allowed.ok,
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
      throwOnError: (_error, { state }) => state.data === undefined,
    }),
  );
  if (!allowed.ok) return <ForbiddenScreen reason={allowed.reason} />;
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
        <Alert type="error" showIcon style={{ marginBottom: 16 }} title={`Outdated: ${errorMessage(error)}`} />
      )}
      {data ? <Overview status={data} /> : <Loading />}
    </div>
  );
}

function Overview({ status }: { status: ServerStatus }): ReactElement {
  return (
    <div className={styles["stack"]}>
      <Warnings warnings={runHealthChecks(status)} />
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

/** The warnings, or that there are none. */
function Warnings({ warnings }: { warnings: readonly HealthWarning[] }): ReactElement {
  if (warnings.length === 0) return <Alert type="success" showIcon title="No problems." />;
  return (
    <ul className={styles["warnings"]} aria-label="Problems">
      {warnings.map(({ kind, message, action }) => (
        <li key={message}>
          <Alert type={kind} showIcon title={message} description={action} />
        </li>
      ))}
    </ul>
  );
}
