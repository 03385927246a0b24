import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EmbeddedDatabaseError } from "./embedded-database-error.ts";

export type DataLock = { release(): void };

/**
 * Keeps a second Precount out of a data directory. SQLite's exclusive transaction is the portable file
 * lock that Node has: the kernel lets go of it however the process ends, so it is never stale.
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
    throw isBusy(error) ? inUse(dataDir, pidFile, error) : notOurs(dataDir, error);
  }
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;

const inUse = (dataDir: string, pidFile: string, cause: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `Another Precount${runningAs(pidFile)} is using ${dataDir}. Stop it first, or start this one with another DATA_DIR.`,
    { cause },
  );

const notOurs = (dataDir: string, cause: unknown): EmbeddedDatabaseError =>
  new EmbeddedDatabaseError(
    `precount.lock and precount.pid in ${dataDir} cannot be written (${String(cause)}). Run Precount as the user they belong to, or give them to this one.`,
    { cause },
  );

function runningAs(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, "utf8").trim()})`;
  } catch {
    return "";
  }
}
