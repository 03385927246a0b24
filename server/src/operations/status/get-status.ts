import { statfs } from "node:fs/promises";
import { type ServerStatus, summarizeLastHour } from "@precount/domain";
import { listProcesses } from "../../db/processes.ts";
import { countFailedTasks, databaseStatus, listFailedEvents, queueStatus } from "../../db/server-status.ts";
import { findLastMaintenanceRun } from "../../db/maintenance-runs.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import type { Services } from "../context.ts";
import { readVersion } from "../../config/version.ts";

/** Every open page asks every few seconds, and they all may have the same answer. */
const FRESH_MS = 4000;
/** A store that is away is worth no longer wait. */
const STORE_WITHIN_MS = 2000;

type Needs = Pick<Services, "config" | "db" | "pool" | "blobs" | "queue">;
type Known = { at: number; status: Promise<ServerStatus> };
const known = new WeakMap<Services["pool"], Known>();

/** How the installation is, at most 4 s old. */
export function getStatus(services: Needs): Promise<ServerStatus> {
  const last = known.get(services.pool);
  if (last && performance.now() - last.at < FRESH_MS) return last.status;
  const status = lookAt(services);
  known.set(services.pool, { at: performance.now(), status });
  // Why it failed is for who asked; the next one looks anew.
  status.catch(() => known.delete(services.pool));
  return status;
}

async function lookAt({ config, db, pool, blobs, queue }: Needs): Promise<ServerStatus> {
  await queue.start();
  const [{ version, commit }, { running, reports }, database, storage, queues, failed, failedTasks, backupAt] =
    await Promise.all([
      readVersion(config),
      listProcesses(db),
      databaseStatus(pool),
      storageStatus(config, blobs),
      queueStatus(db),
      listFailedEvents(db),
      countFailedTasks(db),
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

/** The one of the latest such time. */
const latest = <K extends string, T extends { [key in K]: string | null }>(all: readonly T[], key: K): T | undefined =>
  all
    .filter((one) => one[key] !== null)
    .toSorted((a, b) => (a[key] ?? "").localeCompare(b[key] ?? ""))
    .at(-1);

async function storageStatus(
  { dataDir, s3 }: Needs["config"],
  blobs: Needs["blobs"],
): Promise<ServerStatus["storage"]> {
  const isReachable = await withTimeout(STORE_WITHIN_MS, blobs.check()).then(
    () => true,
    () => false,
  );
  if (s3 !== null) return { kind: "bucket", isReachable, freeBytes: null, sizeBytes: null };
  const disk = await statfs(dataDir).catch(() => null);
  // What is left to those who are not root.
  const freeBytes = disk && disk.bavail * disk.bsize;
  return { kind: "folder", isReachable, freeBytes, sizeBytes: disk && disk.blocks * disk.bsize };
}
