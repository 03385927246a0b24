import { noteUpkeep } from "../db/upkeep.ts";
import { chmod, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { PoolClient } from "pg";
import packageJson from "../../package.json" with { type: "json" };
import { listReferencedBlobs } from "../db/blob-references.ts";
import { drizzle } from "../db/drizzle.ts";
import { type InstallationPlace, openInstallation } from "../db/installation.ts";
import { lastMigration } from "../db/migrate.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { FileBlobStore } from "../storage/file-blob-store.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { syncFolder } from "../storage/sync-folder.ts";
import { type CopiedBlobs, copyBlobs } from "./copy-blobs.ts";
import { writeCompressed } from "./files.ts";
import { MANIFEST, type Manifest, manifestSchema, snapshotName, snapshotsFolder } from "./manifest.ts";
import { takeQueue } from "./queued-work.ts";
import { takeSequences, takeTables } from "./take-tables.ts";

export type BackedUp = CopiedBlobs & {
  /** The snapshot's folder. */
  path: string;
  manifest: Manifest;
};

/**
 * Saves an installation into `folder`, while people work or without a server: all tables as of one moment, then the files that
 * their rows need. Files that an earlier backup brought are not copied again, so one each night costs what the day brought.
 * What is interrupted is no snapshot, and harms none. Throws OperatorError, StorageError.
 */
export async function backUp(place: InstallationPlace, folder: string): Promise<BackedUp> {
  const connection = await openInstallation(place);
  const createdAt = new Date();
  const path = join(snapshotsFolder(folder), snapshotName(createdAt));
  const unfinished = `${path}.unfinished`;
  try {
    // Rows hold what signs people in: nobody but the owner reads them.
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await chmod(snapshotsFolder(folder), 0o700);
    const client = await connection.pool.connect();
    const { sha256s, ...taken } = await takeDatabase(client, unfinished).finally(() => client.release());
    const blobs = await copyBlobs(openBlobStore(place), new FileBlobStore(folder), sha256s);
    const manifest = manifestSchema.parse({
      format: 1,
      createdAt: createdAt.toISOString(),
      version: packageJson.version,
      missing: [...blobs.missing, ...blobs.damaged],
      ...taken,
    });
    await writeSynced(join(unfinished, MANIFEST), JSON.stringify(manifest, null, 2));
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    // For the status page. A database that waits for its update has no such table yet.
    await noteUpkeep(connection.db, "backup").catch(() => undefined);
    return { path, manifest, ...blobs };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await connection.close();
  }
}

/** One read-only transaction: whatever is written meanwhile, all tables are of the same moment. */
async function takeDatabase(client: PoolClient, folder: string) {
  await client.query("begin isolation level repeatable read read only");
  try {
    const migration = await lastMigration(client);
    if (migration === null) throw new OperatorError("This database is empty: there is nothing to back up.");
    const tables = await takeTables(client, folder);
    const sequences = await takeSequences(client);
    const queue = await takeQueue(client, join(folder, "queue.json.gz"));
    const sha256s = new Set<string>();
    for await (const sha256 of listReferencedBlobs(drizzle({ client, casing: "snake_case" }))) sha256s.add(sha256);
    const list = Readable.from([...sha256s].map((sha256) => `${sha256}\n`));
    const blobs = { count: sha256s.size, sha256: await writeCompressed(join(folder, "blobs.txt.gz"), list) };
    return { migration, tables, sequences, queue, blobs, sha256s };
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
