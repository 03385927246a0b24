import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EmbeddedDatabaseError } from "./problem.ts";

export type DataLock = { release(): void };

/**
 * Keeps a second Precount out of a data directory. SQLite's exclusive transaction is the portable file
 * lock that Node has: the kernel lets go of it however the process ends, so it is never stale.
 */
export function lockDataDirectory(dataDir: string): DataLock {
  const pidFile = join(dataDir, "precount.pid");
  const lock = new DatabaseSync(join(dataDir, "precount.lock"));
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw new EmbeddedDatabaseError(
      `Another Precount${runningAs(pidFile)} is using ${dataDir}. Stop it first, or start this one with another DATA_DIR.`,
      { cause: error },
    );
  }
  writeFileSync(pidFile, String(process.pid));
  return { release: () => lock.close() };
}

function runningAs(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, "utf8").trim()})`;
  } catch {
    return "";
  }
}
