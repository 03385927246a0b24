import { formatDuration, formatSize } from "../lib/format.ts";
import { type ServerStatus, queueTitle } from "./status.ts";

export type StatusWarning = {
  /** `error`: something does not work now; `warning`: it will not for long, or nobody would notice. */
  kind: "error" | "warning";
  what: string;
  todo: string;
};

/** Photos come two to five megabytes each: a thousand of them. */
const LOW_SPACE_BYTES = 5 * 1024 ** 3;
const CRITICAL_SPACE_BYTES = 512 * 1024 ** 2;
const MAX_QUEUE_WAIT_S = 900;
const MAX_BACKUP_AGE_DAYS = 7;
const MAX_CLOCK_DIFFERENCE_MS = 5000;
const DAY_MS = 86_400_000;
const MAX_CONNECTION_SHARE = 0.85;

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

type Rule = (status: ServerStatus) => StatusWarning | null;

const workers: Rule = ({ processes, queues }) => {
  const alive = processes.filter(({ role, isSilent }) => role === "worker" && !isSilent);
  if (alive.length > 0) return null;
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting + queue.retrying, 0);
  return {
    kind: "error",
    what: `No worker runs, so nobody looks at photos${waiting > 0 ? ` (${counted(waiting, "job waits", "jobs wait")})` : ""}.`,
    todo: "Start one: precount worker, or precount serve without --no-worker. What waits is taken up by itself.",
  };
};

const silent: Rule = ({ processes }) => {
  const gone = processes.filter(({ isSilent }) => isSilent);
  if (gone.length === 0) return null;
  const names = gone.map(({ role, host, pid }) => `${role} ${host}/${pid}`).join(", ");
  return {
    kind: "warning",
    what: `Not heard of any more: ${names}.`,
    todo: "It was killed, or its machine is away; its jobs are taken up by others within 30 s. Look at its log and start it again. The line goes after an hour.",
  };
};

const waiting: Rule = ({ queues, processes }) => {
  const slow = queues.find(({ oldestSeconds }) => (oldestSeconds ?? 0) > MAX_QUEUE_WAIT_S);
  if (!slow || !processes.some(({ role, isSilent }) => role === "worker" && !isSilent)) return null;
  return {
    kind: "warning",
    what: `The longest wait in “${queueTitle(slow.name)}” is ${formatDuration((slow.oldestSeconds ?? 0) * 1000)
      .split(" ")
      .slice(0, 2)
      .join(" ")}.`,
    todo: "Start more workers, on this or other machines: precount worker. Nothing is lost meanwhile.",
  };
};

const storage: Rule = ({ storage: { kind, isReachable, freeBytes } }) => {
  const isFolder = kind === "folder";
  if (!isReachable) {
    return {
      kind: "error",
      what: isFolder ? "The data directory cannot be written to." : "The bucket does not answer.",
      todo: isFolder
        ? "Look whether the disk is mounted, writable and owned by Precount's user."
        : "Look at S3_ENDPOINT, the network and the keys. Uploads wait until it is back.",
    };
  }
  if (freeBytes === null || freeBytes > LOW_SPACE_BYTES) return null;
  return {
    kind: freeBytes < CRITICAL_SPACE_BYTES ? "error" : "warning",
    what: `Only ${formatSize(freeBytes)} are free where photos are kept.`,
    todo: "Make room or enlarge the disk. The folder derived/ may be deleted, previews are made again; blobs/ never.",
  };
};

const failures: Rule = ({ failed }) => {
  const images = failed.reduce((sum, event) => sum + event.images, 0);
  if (images === 0) return null;
  return {
    kind: "warning",
    what: `The detection of ${counted(images, "photo", "photos")} has failed for good.`,
    todo: "Their reasons stand below. Retry once the cause is mended; a damaged photo is rejected or taken again.",
  };
};

const connections: Rule = ({ database: { connections: used, mostConnections } }) =>
  used < mostConnections * MAX_CONNECTION_SHARE
    ? null
    : {
        kind: "warning",
        what: `${used} of the database's ${mostConnections} connections are in use.`,
        todo: "Raise max_connections, or run fewer processes: a server takes up to 13, a worker up to 10.",
      };

const clock: Rule = ({ database: { clockAheadMs } }) =>
  Math.abs(clockAheadMs) < MAX_CLOCK_DIFFERENCE_MS
    ? null
    : {
        kind: "warning",
        what: `The clocks of this server and of the database are ${formatDuration(Math.abs(clockAheadMs))} apart.`,
        todo: "Let both follow the same time server: sign-ins by work accounts and links go wrong otherwise.",
      };

const migrations: Rule = ({
  database: {
    migrations: { done, known },
  },
}) =>
  done === known
    ? null
    : {
        kind: "warning",
        what:
          done > known
            ? "The database has been changed by a newer version."
            : "The database is not at this version's tables.",
        todo: "An update is under way, or was left half done: bring all processes to the same version.",
      };

const versions: Rule = ({ processes }) => {
  const running = [...new Set(processes.filter(({ isSilent }) => !isSilent).map(({ version }) => version))];
  return running.length < 2
    ? null
    : {
        kind: "warning",
        what: `Processes of several versions run: ${running.join(", ")}.`,
        todo: "That is well while an update goes round. Afterwards, restart those that were left behind.",
      };
};

const mail: Rule = ({ mail: { isSetUp, sentAt, failedAt, failure } }) =>
  !isSetUp || failedAt === null || (sentAt !== null && sentAt > failedAt)
    ? null
    : {
        kind: "warning",
        what: `The last mail could not be sent: ${failure ?? "the mail server refused it"}`,
        todo: "Look at SMTP_URL and MAIL_FROM. Links can be passed on by hand meanwhile.",
      };

const backup: Rule = ({ at, backupAt }) => {
  const days = backupAt === null ? null : Math.floor((Date.parse(at) - Date.parse(backupAt)) / DAY_MS);
  if (days !== null && days < MAX_BACKUP_AGE_DAYS) return null;
  return {
    kind: "warning",
    what: days === null ? "No backup was ever made with precount backup." : `The last backup is ${days} days old.`,
    todo: "Run precount backup FOLDER every night, onto another disk or machine.",
  };
};

const RULES: readonly Rule[] = [
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

/** What an operator should know, and do; what does not work now first. */
export function statusWarnings(status: ServerStatus): StatusWarning[] {
  const warnings = RULES.map((rule) => rule(status)).filter((warning) => warning !== null);
  return warnings.toSorted((a, b) => Number(a.kind === "warning") - Number(b.kind === "warning"));
}
