import { spawnSync } from "node:child_process";
import { readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";

const POLL_MS = 25;
const FAST_STOP_MS = 10_000;

/**
 * Stops a PostgreSQL whose Precount has ended. The caller holds the data directory's lock, so a server that still runs on this
 * cluster is orphaned. A postmaster.pid whose process id now belongs to another program would prevent a start, so it is removed.
 */
export async function stopStalePostmaster(clusterDir: string): Promise<void> {
  const pidFile = join(clusterDir, "postmaster.pid");
  const pid = Number((await readFile(pidFile, "utf8").catch(() => "")).split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (!(await isPostmasterOf(pid, clusterDir))) return rm(pidFile, { force: true });
  process.kill(pid, "SIGINT");
  if (await hasEnded(pid, FAST_STOP_MS)) return;
  // SIGQUIT skips the shutdown checkpoint: the next start replays the log, so no data is lost.
  process.kill(pid, "SIGQUIT");
  if (await hasEnded(pid, FAST_STOP_MS)) return;
  throw new EmbeddedDatabaseError(`An old PostgreSQL (process ${pid}) still uses ${clusterDir} and does not stop.`);
}

async function isPostmasterOf(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") {
    // The link of another user's process is unreadable. Such a process is not Precount's, which runs as this user or as root.
    return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === clusterDir;
  }
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout.includes(clusterDir);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += POLL_MS) {
    if (!isAlive(pid)) return true;
    await delay(POLL_MS);
  }
  return false;
}
