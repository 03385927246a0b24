import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";

export type DataLock = { release(): void };

/**
 * Prevents two Precount servers from using one data directory. An exclusive SQLite transaction is the only portable file lock in
 * Node. The kernel releases it however the process ends, so it is never stale.
 */
export function lockDataDirectory(dataDir: string): DataLock {
  const pidFile = join(dataDir, "precount.pid");
  try {
    const lock = new DatabaseSync(join(dataDir, "precount.lock"));
    try {
      lock.exec("BEGIN EXCLUSIVE");
      writeFileSync(pidFile, String(process.pid));
    } catch (error) {
      lock.close();
      throw error;
    }
    return { release: () => lock.close() };
  } catch (error) {
    throw isBusy(error) ? inUseError(dataDir, pidFile, error) : notWritableError(dataDir, error);
  }
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;

const inUseError = (dataDir: string, pidFile: string, cause: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `Another Precount${runningAs(pidFile)} is using ${dataDir}. Stop it first, or start this one with another DATA_DIR.`,
    { cause },
  );

const notWritableError = (dataDir: string, cause: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `precount.lock and precount.pid in ${dataDir} cannot be written (${String(cause)}). Run Precount as their owner, or change their owner to this user.`,
    { cause },
  );

function runningAs(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, "utf8").trim()})`;
  } catch {
    return "";
  }
}
