import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import type { Connection } from "../db/connect.ts";
import { type InstallationLocation, openOrCreateInstallation } from "../db/installation.ts";
import { MIGRATIONS_FOLDER, UNFINISHED_RESTORE, migrate, readJournal } from "../db/migrate.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { requireNoOtherFiles } from "../config/data-dir.ts";
import { isDiskFull } from "../errors/disk-full.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { FileBlobStore } from "../storage/file-blob-store.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { removeMark } from "../storage/require-own-files.ts";
import { type CopyResult, type OnProgress, copyBlobs } from "./copy-blobs.ts";
import { checkSha256, readCompressed } from "./files.ts";
import { type Manifest, listSnapshots, readManifest, snapshotsFolder } from "./manifest.ts";
import { importTables } from "./import-tables.ts";
import { importQueue } from "./queue-jobs.ts";

export type RestoreResult = CopyResult & { path: string; manifest: Manifest };

/**
 * Restores an installation from a backup folder into an empty location. `snapshot` is the name of a snapshot; default: the newest.
 * Once the database is claimed, no server starts on it until the restore has finished; an interrupted restore can be run again. Throws
 * OperatorError and changes nothing if the backup is damaged, if it was made by a newer version, or if the location is not empty.
 */
export async function restore(
  location: InstallationLocation,
  folder: string,
  snapshot?: string,
  onProgress?: OnProgress,
): Promise<RestoreResult> {
  const path = await findSnapshot(folder, snapshot);
  const manifest = await readManifest(path);
  const { entries } = await readJournal();
  if (!entries.some(({ when }) => when === manifest.migration))
    throw new OperatorError("This backup was made by a newer version of Precount. Restore it with that version.");
  await requireNoOtherFiles(location.dataDir);
  await checkFiles(path, manifest);
  const connection = await openOrCreateInstallation(location);
  try {
    await claimEmptyDatabase(connection.pool);
    await removeMark(location.dataDir);
    const sha256s = (await readCompressed(join(path, "blobs.txt.gz")).toArray()).join("").split("\n").filter(Boolean);
    const blobs = await copyBlobs(new FileBlobStore(folder), openBlobStore(location), sha256s, onProgress).catch(
      (error: unknown) => {
        throw isDiskFull(error) ? new OperatorError(fullDiskMessage(location), { cause: error }) : error;
      },
    );
    await restoreDatabase(connection, path, manifest);
    return { path, manifest, ...blobs };
  } finally {
    await connection.close();
  }
}

const fullDiskMessage = ({ dataDir }: InstallationLocation): string =>
  `The disk of ${dataDir} is full. Free space and run the restore again; no server starts there before.`;

async function findSnapshot(folder: string, requested: string | undefined): Promise<string> {
  const names = await listSnapshots(folder);
  const name = requested ?? names.at(-1);
  if (name === undefined || names.length === 0) throw new OperatorError(`There is no finished backup in ${folder}.`);
  if (!names.includes(name)) {
    throw new OperatorError(`There is no backup ${name} in ${folder}. Available: ${names.join(", ")}`);
  }
  return join(snapshotsFolder(folder), name);
}

async function checkFiles(path: string, { tables, queue, blobs }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) await checkSha256(join(path, `${name}.copy.gz`), sha256);
  await checkSha256(join(path, "queue.json.gz"), queue.sha256);
  await checkSha256(join(path, "blobs.txt.gz"), blobs.sha256);
}

/** Marks an empty database as being restored. The remains of an interrupted restore are dropped before. */
async function claimEmptyDatabase(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const isUnfinishedRestore = rows.some(({ name }) => name === UNFINISHED_RESTORE);
  if (rows.length > 0 && !isUnfinishedRestore) {
    throw new OperatorError(
      "There is an installation in this database already, and a restore would overwrite it. Name an empty DATA_DIR or DATABASE_URL.",
    );
  }
  if (isUnfinishedRestore) {
    await pool.query(
      "drop schema public cascade; drop schema if exists drizzle cascade; drop schema if exists pgboss cascade; create schema public",
    );
  }
  await pool.query(`create table public.${UNFINISHED_RESTORE} (since timestamptz default now())`);
}

async function restoreDatabase({ url, pool, db }: Connection, path: string, manifest: Manifest): Promise<void> {
  await migrateUntil(url, manifest.migration);
  const client = await pool.connect();
  try {
    await client.query("begin");
    await importTables(client, path, manifest);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
  await migrate(url, undefined, { duringRestore: true });
  const queue = new JobQueue({ url, role: "sender", onError: () => undefined });
  try {
    await queue.start();
    await importQueue(db, queue, join(path, "queue.json.gz"));
  } finally {
    await queue.stop();
  }
  await pool.query(`drop table public.${UNFINISHED_RESTORE}`);
}

/** Migrates to the schema version of the backup, because its rows fit only that schema. */
async function migrateUntil(url: string, last: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "precount-migrations-"));
  try {
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
    const journal = await readJournal();
    const entries = journal.entries.filter(({ when }) => when <= last);
    await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
    await migrate(url, folder, { duringRestore: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
