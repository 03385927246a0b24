import { realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../client.ts";
import { makeFolder } from "../../lib/make-folder.ts";
import { withDatabaseRetry } from "../wait-for-database.ts";
import { findBinaries } from "./binaries.ts";
import { createCluster, createSocketFolder } from "./cluster.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";
import { checkAccess, checkWritable, databaseUser } from "./run-as.ts";
import { stopStalePostmaster } from "./stale-postmaster.ts";
import { type SupervisorOptions, PostgresSupervisor } from "./supervisor.ts";

export type EmbeddedPostgres = {
  /** URL of the database `precount` on the socket. It stays the same over restarts of PostgreSQL. */
  url: string;
  urlOf(database: string): string;
  /** Process id of the running postmaster; null between a crash and the next start. */
  pid(): number | null;
  stop(): Promise<void>;
};

export type EmbeddedOptions = SupervisorOptions & { dataDir: string };

/**
 * Runs PostgreSQL in `dataDir` on a Unix socket there, and restarts it when it dies. Throws EmbeddedDatabaseError with advice if it
 * cannot run on this machine.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await makeFolder(options.dataDir);
  // A stale postmaster is recognized by its working directory, which is the real path.
  const dataDir = await realpath(options.dataDir);
  checkWritable(dataDir);
  const lock = lockDataDirectory(dataDir);
  try {
    const clusterDir = join(dataDir, "postgres");
    checkAccess(clusterDir);
    const binaries = await findBinaries();
    const user = databaseUser(clusterDir);
    await createCluster(binaries, clusterDir, user);
    await stopStalePostmaster(clusterDir);
    const socketFolder = await createSocketFolder(dataDir, user);
    const supervisor = new PostgresSupervisor({ binaries, clusterDir, socketFolder, user }, options);
    await supervisor.start();
    const postgresUrl = supervisor.urlOf("postgres");
    await withDatabaseRetry(postgresUrl, () => createDatabase(postgresUrl));
    return {
      url: supervisor.urlOf("precount"),
      urlOf: (database) => supervisor.urlOf(database),
      pid: () => supervisor.pid(),
      stop: async () => {
        await supervisor.stop();
        await rm(socketFolder, { recursive: true, force: true });
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'precount'");
    if (rowCount === 0) await client.query("create database precount");
  } finally {
    await client.end();
  }
}
