import { recordMaintenanceRun } from "../db/maintenance-runs.ts";
import { chmod, open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import type { PoolClient } from "pg";
import packageJson from "../../package.json" with { type: "json" };
import { listReferencedBlobs } from "../db/blob-references.ts";
import { drizzle } from "../db/drizzle.ts";
import { type InstallationLocation, openInstallation } from "../db/installation.ts";
import { lastMigration } from "../db/migrate.ts";
import { makeFolder } from "../lib/make-folder.ts";
import { isDiskFull } from "../errors/disk-full.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { FileBlobStore } from "../storage/file-blob-store.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { fsyncFolder } from "../storage/fsync-folder.ts";
import { type CopyResult, type OnProgress, copyBlobs } from "./copy-blobs.ts";
import { writeCompressed } from "./files.ts";
import { MANIFEST, type Manifest, manifestSchema, snapshotName, snapshotsFolder } from "./manifest.ts";
import { exportQueue } from "./queue-jobs.ts";
import { exportSequences, exportTables } from "./export-tables.ts";

export type BackupResult = CopyResult & {
  /** Folder of the new snapshot. */
  path: string;
  manifest: Manifest;
};

/**
 * Saves an installation into `folder`, with or without a running server: all tables as of one moment, then the files that their
 * rows refer to. Files of an earlier backup are not copied again, so a nightly backup copies only the files of that day. An
 * interrupted backup leaves no snapshot and does not affect earlier ones. Throws OperatorError, StorageError.
 */
export async function createBackup(
  location: InstallationLocation,
  folder: string,
  onProgress?: OnProgress,
): Promise<BackupResult> {
  requireOutside(location.dataDir, folder);
  const connection = await openInstallation(location);
  const createdAt = new Date();
  const path = join(snapshotsFolder(folder), snapshotName(createdAt));
  const unfinished = `${path}.unfinished`;
  try {
    // The rows contain credentials: only the owner may read them.
    await makeFolder(unfinished, 0o700);
    await chmod(snapshotsFolder(folder), 0o700);
    const client = await connection.pool.connect();
    const { sha256s, ...exported } = await exportDatabase(client, unfinished).finally(() => client.release());
    const blobs = await copyBlobs(openBlobStore(location), new FileBlobStore(folder), sha256s, onProgress);
    const manifest = manifestSchema.parse({
      format: 1,
      createdAt: createdAt.toISOString(),
      version: packageJson.version,
      missing: [...blobs.missing, ...blobs.damaged],
      ...exported,
    });
    await writeSynced(join(unfinished, MANIFEST), JSON.stringify(manifest, null, 2));
    await rename(unfinished, path);
    await fsyncFolder(dirname(path));
    // Shown on the status page. A database that is not migrated yet lacks this table.
    await recordMaintenanceRun(connection.db, "backup").catch(() => undefined);
    return { path, manifest, ...blobs };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (isDiskFull(error)) throw new OperatorError(fullDiskMessage(folder), { cause: error });
    throw error;
  } finally {
    await connection.close();
  }
}

const fullDiskMessage = (folder: string): string =>
  `The disk of ${folder} is full, so this backup is not complete; earlier ones are. Free space and run it again: it continues with the files that are missing.`;

/** DATA_DIR's own blobs would pass for copies of themselves, and a backup in it is lost with it. */
function requireOutside(dataDir: string, folder: string): void {
  const isInside = `${resolve(folder)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`);
  if (isInside)
    throw new OperatorError(`${folder} is in DATA_DIR. Save the backup in another folder, on another disk.`);
}

/** Exports everything in one read-only snapshot transaction, so that all tables show the same moment. */
async function exportDatabase(client: PoolClient, folder: string) {
  await client.query("begin isolation level repeatable read read only");
  try {
    const migration = await lastMigration(client);
    if (migration === null) throw new OperatorError("This database is empty: there is nothing to back up.");
    const tables = await exportTables(client, folder);
    const sequences = await exportSequences(client);
    const queue = await exportQueue(client, join(folder, "queue.json.gz"));
    const sha256s = new Set<string>();
    for await (const sha256 of listReferencedBlobs(drizzle({ client, casing: "snake_case" }))) sha256s.add(sha256);
    const list = Readable.from([...sha256s].map((sha256) => `${sha256}\n`));
    const blobs = { count: sha256s.size, sha256: await writeCompressed(join(folder, "blobs.txt.gz"), list) };
    return { migration, tables, sequences, queue, blobs, sha256s: [...sha256s] };
  } finally {
    await client.query("rollback").catch(() => undefined);
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
