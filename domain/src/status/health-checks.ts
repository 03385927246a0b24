import { formatDuration, formatSize } from "../lib/format.ts";
import { type ServerStatus, queueTitle } from "./status.ts";

export type HealthWarning = {
  /** `error`: something does not work now; `warning`: it will soon fail, or fails unnoticed. */
  kind: "error" | "warning";
  message: string;
  action: string;
};

/** Room for about a thousand photos of two to five megabytes. */
const LOW_SPACE_BYTES = 5 * 1024 ** 3;
const CRITICAL_SPACE_BYTES = 512 * 1024 ** 2;
const MAX_QUEUE_WAIT_S = 900;
const MAX_BACKUP_AGE_DAYS = 7;
const MAX_CLOCK_DIFFERENCE_MS = 5000;
const DAY_MS = 86_400_000;
const MAX_CONNECTION_SHARE = 0.85;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

type HealthCheck = (status: ServerStatus) => HealthWarning | null;

const workers: HealthCheck = ({ processes, queues }) => {
  const alive = processes.filter(({ role, isSilent }) => role === "worker" && !isSilent);
  if (alive.length > 0) return null;
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting + queue.retrying, 0);
  return {
    kind: "error",
    message: `No worker runs, so photos are not processed${waiting > 0 ? ` (${counted(waiting, "job waits", "jobs wait")})` : ""}.`,
    action: "Start one: precount worker, or precount serve without --no-worker. It will process the waiting jobs.",
  };
};

const silent: HealthCheck = ({ processes }) => {
  const missing = processes.filter(({ isSilent }) => isSilent);
  if (missing.length === 0) return null;
  const names = missing.map(({ role, host, pid }) => `${role} ${host}/${pid}`).join(", ");
  return {
    kind: "warning",
    message: `No heartbeat from: ${names}.`,
    action:
      "It was killed, or its machine is unreachable. Other workers take over its jobs within 30 s. Read its log and start it again. This warning disappears after an hour.",
  };
};

const waiting: HealthCheck = ({ queues, processes }) => {
  const slow = queues.find(({ oldestSeconds }) => (oldestSeconds ?? 0) > MAX_QUEUE_WAIT_S);
  if (!slow || !processes.some(({ role, isSilent }) => role === "worker" && !isSilent)) return null;
  return {
    kind: "warning",
    message: `The longest wait in “${queueTitle(slow.name)}” is ${formatDuration((slow.oldestSeconds ?? 0) * 1000)
      .split(" ")
      .slice(0, 2)
      .join(" ")}.`,
    action: "Start more workers on this or other machines: precount worker. No job is lost.",
  };
};

const storage: HealthCheck = ({ storage: { kind, isReachable, freeBytes } }) => {
  const isFolder = kind === "folder";
  if (!isReachable) {
    return {
      kind: "error",
      message: isFolder ? "The data directory cannot be written to." : "The bucket does not answer.",
      action: isFolder
        ? "Check that the disk is mounted, writable and owned by Precount's user."
        : "Check S3_ENDPOINT, the network and the keys. Uploads wait until the bucket answers.",
    };
  }
  if (freeBytes === null || freeBytes > LOW_SPACE_BYTES) return null;
  return {
    kind: freeBytes < CRITICAL_SPACE_BYTES ? "error" : "warning",
    message: `Only ${formatSize(freeBytes)} are free in the data directory.`,
    action:
      "Free some space or enlarge the disk. The folder derived/ may be deleted, because previews are created again. Never delete blobs/.",
  };
};

const failures: HealthCheck = ({ failed }) => {
  const images = failed.reduce((sum, event) => sum + event.images, 0);
  if (images === 0) return null;
  return {
    kind: "warning",
    message: `The detection of ${counted(images, "photo", "photos")} has failed permanently.`,
    action: "The reasons are listed below. Fix the cause and retry. Reject a damaged photo or take it again.",
  };
};

const connections: HealthCheck = ({ database: { connections: used, mostConnections } }) =>
  used < mostConnections * MAX_CONNECTION_SHARE
    ? null
    : {
        kind: "warning",
        message: `${used} of the database's ${mostConnections} connections are in use.`,
        action: "Raise max_connections, or run fewer processes: a server takes up to 13, a worker up to 10.",
      };

const clock: HealthCheck = ({ database: { clockAheadMs } }) =>
  Math.abs(clockAheadMs) < MAX_CLOCK_DIFFERENCE_MS
    ? null
    : {
        kind: "warning",
        message: `The clocks of this server and of the database are ${formatDuration(Math.abs(clockAheadMs))} apart.`,
        action: "Synchronize both with the same time server. Otherwise work-account sign-ins and links fail.",
      };

const migrations: HealthCheck = ({
  database: {
    migrations: { done, known },
  },
}) =>
  done === known
    ? null
    : {
        kind: "warning",
        message:
          done > known
            ? "The database was migrated by a newer version."
            : "The database has not been migrated to this version.",
        action: "An update is running or was interrupted. Run the same version in all processes.",
      };

const versions: HealthCheck = ({ processes }) => {
  const running = [...new Set(processes.filter(({ isSilent }) => !isSilent).map(({ version }) => version))];
  return running.length < 2
    ? null
    : {
        kind: "warning",
        message: `Processes of several versions run: ${running.join(", ")}.`,
        action: "This is normal during an update. Afterwards, restart the processes with the old version.",
      };
};

const mail: HealthCheck = ({ mail: { isSetUp, sentAt, failedAt, failure } }) =>
  !isSetUp || failedAt === null || (sentAt !== null && sentAt > failedAt)
    ? null
    : {
        kind: "warning",
        message: `The last mail could not be sent: ${failure ?? "the mail server refused it"}`,
        action: "Check SMTP_URL and MAIL_FROM. Until then, copy links and send them yourself.",
      };

const backup: HealthCheck = ({ at, backupAt }) => {
  const days = backupAt === null ? null : Math.floor((Date.parse(at) - Date.parse(backupAt)) / DAY_MS);
  if (days !== null && days < MAX_BACKUP_AGE_DAYS) return null;
  return {
    kind: "warning",
    message: days === null ? "No backup was ever made with precount backup." : `The last backup is ${days} days old.`,
    action: "Run precount backup FOLDER every night, to another disk or machine.",
  };
};

const HEALTH_CHECKS: readonly HealthCheck[] = [
  storage,
  workers,
  silent,
  waiting,
  failures,
  connections,
  migrations,
  versions,
  clock,
  mail,
  backup,
];

/** Runs all health checks and returns their warnings, errors first. */
export function runHealthChecks(status: ServerStatus): HealthWarning[] {
  const warnings = HEALTH_CHECKS.map((check) => check(status)).filter((warning) => warning !== null);
  return warnings.toSorted((a, b) => Number(a.kind === "warning") - Number(b.kind === "warning"));
}
