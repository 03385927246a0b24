import { statfs } from "node:fs/promises";
import { type ServerStatus, summarizeLastHour } from "@precount/domain";
import { countDisabledDestinations } from "../../db/destinations/destinations.ts";
import { listProcesses } from "../../db/processes.ts";
import { countFailedTasks, databaseStatus, listFailedEvents, queueStatus } from "../../db/server-status.ts";
import { findLastMaintenanceRun } from "../../db/maintenance-runs.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import type { Services } from "../context.ts";
import { readVersion } from "../../config/version.ts";

/** Every open status page asks every few seconds; they share one answer. */
const CACHE_MS = 4000;
/** A store that takes longer counts as unreachable. */
const STORE_TIMEOUT_MS = 2000;

type Context = Pick<Services, "config" | "db" | "pool" | "blobs" | "queue">;
type Cached = { at: number; status: Promise<ServerStatus> };
const cache = new WeakMap<Services["pool"], Cached>();

/** The state of the installation, at most 4 s old. */
export function getStatus(services: Context): Promise<ServerStatus> {
  const last = cache.get(services.pool);
  if (last && performance.now() - last.at < CACHE_MS) return last.status;
  const status = readStatus(services);
  cache.set(services.pool, { at: performance.now(), status });
  // A failure is not cached.
  status.catch(() => cache.delete(services.pool));
  return status;
}

async function readStatus({ config, db, pool, blobs, queue }: Context): Promise<ServerStatus> {
  await queue.start();
  const [
    { version, commit },
    { running, reports },
    database,
    storage,
    queues,
    failed,
    failedTasks,
    disabledDestinations,
    backupAt,
  ] = await Promise.all([
    readVersion(config),
    listProcesses(db),
    databaseStatus(pool),
    storageStatus(config, blobs),
    queueStatus(db),
    listFailedEvents(db),
    countFailedTasks(db),
    countDisabledDestinations(db),
    findLastMaintenanceRun(db, "backup"),
  ]);
  const mails = reports.flatMap(({ mail }) => (mail ? [mail] : []));
  const failure = latest(mails, "failedAt");
  return {
    at: new Date().toISOString(),
    version,
    commit,
    processes: running,
    database,
    storage,
    queues,
    failed,
    failedTasks,
    disabledDestinations,
    lastHour: summarizeLastHour(reports, Date.now()),
    mail: {
      isSetUp: config.smtp !== null,
      sentAt: latest(mails, "sentAt")?.sentAt ?? null,
      failedAt: failure?.failedAt ?? null,
      failure: failure?.failure ?? null,
    },
    backupAt: backupAt?.toISOString() ?? null,
  };
}

/** The item with the latest time under `key`. */
const latest = <K extends string, T extends { [key in K]: string | null }>(all: readonly T[], key: K): T | undefined =>
  all
    .filter((item) => item[key] !== null)
    .toSorted((a, b) => (a[key] ?? "").localeCompare(b[key] ?? ""))
    .at(-1);

async function storageStatus(
  { dataDir, s3 }: Context["config"],
  blobs: Context["blobs"],
): Promise<ServerStatus["storage"]> {
  const isReachable = await withTimeout(STORE_TIMEOUT_MS, blobs.check()).then(
    () => true,
    () => false,
  );
  if (s3 !== null) return { kind: "bucket", isReachable, freeBytes: null, sizeBytes: null };
  const disk = await statfs(dataDir).catch(() => null);
  // The blocks that are free for users other than root.
  const freeBytes = disk && disk.bavail * disk.bsize;
  return { kind: "folder", isReachable, freeBytes, sizeBytes: disk && disk.blocks * disk.bsize };
}
