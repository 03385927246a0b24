import { STAGE_TITLES, type ServerStatus, formatDuration, formatSize } from "@precount/domain";
import type { ReactElement } from "react";
import { DateText } from "../../../ui/DateText.tsx";
import { Facts } from "../../../ui/Facts.tsx";
import { Card } from "./Card.tsx";

const duration = (ms: number): string => formatDuration(Math.max(1, ms));

export function LastHourCard({
  lastHour: { detections, stages },
  failedTasks,
}: Pick<ServerStatus, "lastHour" | "failedTasks">): ReactElement {
  return (
    <Card id="last-hour" title="The last hour">
      <Facts
        facts={[
          ["Detections", `${detections.done} done, ${detections.retry} retried, ${detections.failed} failed`],
          ...stages.map(
            ({ stage, meanMs, mostMs }) =>
              [STAGE_TITLES[stage], `${duration(meanMs)} on average, ${duration(mostMs)} at most`] as const,
          ),
          ["Tasks", `${failedTasks} with errors in the last day`],
        ]}
      />
    </Card>
  );
}

export function DatabaseCard({ database }: Pick<ServerStatus, "database">): ReactElement {
  const { version, answerMs, sizeBytes, connections, maxConnections, migrations } = database;
  return (
    <Card id="database" title="Database">
      <Facts
        facts={[
          ["PostgreSQL", `${version}, answers in ${duration(answerMs)}`],
          ["Size", formatSize(sizeBytes)],
          ["Connections", `${connections} of ${maxConnections}`],
          ["Migrations", `${migrations.done} of ${migrations.known}`],
        ]}
      />
    </Card>
  );
}

export function StorageCard({ storage }: Pick<ServerStatus, "storage">): ReactElement {
  const { kind, isReachable, freeBytes, sizeBytes } = storage;
  const state = isReachable ? "writable" : "not reachable";
  return (
    <Card id="storage" title="Photos and documents">
      <Facts
        facts={[
          ["Location", `${kind === "bucket" ? "bucket" : "data directory"}, ${state}`],
          [
            "Free",
            freeBytes === null || sizeBytes === null ? null : `${formatSize(freeBytes)} of ${formatSize(sizeBytes)}`,
          ],
        ]}
      />
    </Card>
  );
}

export function SafetyCard({ mail, backupAt }: Pick<ServerStatus, "mail" | "backupAt">): ReactElement {
  return (
    <Card id="safety" title="Mail and backup">
      <Facts
        facts={[
          ["Mail", mail.isSetUp ? "configured" : "not configured: admins send set-password links themselves"],
          ["Last sent", mail.sentAt && <DateText key="sent" iso={mail.sentAt} />],
          ["Last failed", mail.failedAt && <DateText key="failed" iso={mail.failedAt} />],
          ["Last backup", backupAt ? <DateText key="backup" iso={backupAt} /> : "none"],
        ]}
      />
    </Card>
  );
}
