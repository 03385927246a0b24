import { formatDuration, formatSize } from "../common/format.ts";
import type { HealthCheck } from "./health-check.ts";

/** Room for about a thousand photos of two to five megabytes. */
const LOW_SPACE_BYTES = 5 * 1024 ** 3;
const CRITICAL_SPACE_BYTES = 512 * 1024 ** 2;
const MAX_BACKUP_AGE_DAYS = 7;
const MAX_CLOCK_DIFFERENCE_MS = 5000;
const DAY_MS = 86_400_000;
const MAX_CONNECTION_SHARE = 0.85;

export const storage: HealthCheck = ({ storage: { kind, isReachable, freeBytes } }) => {
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

export const connections: HealthCheck = ({ database: { connections: used, maxConnections } }) =>
  used < maxConnections * MAX_CONNECTION_SHARE
    ? null
    : {
        kind: "warning",
        message: `${used} of the database's ${maxConnections} connections are in use.`,
        action: "Raise max_connections, or run fewer processes: a server takes up to 13, a worker up to 10.",
      };

export const clock: HealthCheck = ({ database: { clockAheadMs } }) =>
  Math.abs(clockAheadMs) < MAX_CLOCK_DIFFERENCE_MS
    ? null
    : {
        kind: "warning",
        message: `The clocks of this server and of the database are ${formatDuration(Math.abs(clockAheadMs))} apart.`,
        action: "Synchronize both with the same time server. Otherwise work-account sign-ins and links fail.",
      };

export const migrations: HealthCheck = ({
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

export const mail: HealthCheck = ({ mail: { isSetUp, sentAt, failedAt, failure } }) =>
  !isSetUp || failedAt === null || (sentAt !== null && sentAt > failedAt)
    ? null
    : {
        kind: "warning",
        message: `The last mail could not be sent: ${failure ?? "the mail server refused it"}`,
        action: "Check SMTP_URL and MAIL_FROM. Until then, copy links and send them yourself.",
      };

export const destinations: HealthCheck = ({ disabledDestinations: count }) =>
  count === 0
    ? null
    : {
        kind: "warning",
        message: `${count === 1 ? "1 destination was" : `${count} destinations were`} disabled, because nothing arrived for a day.`,
        action: "Open Webhooks and deliveries of the event or group: correct it, enable it, and replay what failed.",
      };

export const backup: HealthCheck = ({ at, backupAt }) => {
  const days = backupAt === null ? null : Math.floor((Date.parse(at) - Date.parse(backupAt)) / DAY_MS);
  if (days !== null && days < MAX_BACKUP_AGE_DAYS) return null;
  return {
    kind: "warning",
    message: days === null ? "No backup has been made yet." : `The last backup is ${days} days old.`,
    action: "Run precount backup FOLDER every night, to another disk or machine.",
  };
};
