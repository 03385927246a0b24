import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import type { Connection } from "../db/connect.ts";
import { type InstallationPlace, openNewInstallation } from "../db/installation.ts";
import { MIGRATIONS_FOLDER, UNFINISHED_RESTORE, migrate, readJournal } from "../db/migrate.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { FileBlobStore } from "../storage/file-blob-store.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { type CopiedBlobs, copyBlobs } from "./copy-blobs.ts";
import { checkSha256, readCompressed } from "./files.ts";
import { type Manifest, listSnapshots, readManifest, snapshotsFolder } from "./manifest.ts";
import { putTables } from "./put-tables.ts";
import { sendQueued } from "./queued-work.ts";

export type Restored = CopiedBlobs & { path: string; manifest: Manifest };

/**
 * Brings an installation back from a backup's folder, into an empty place; `snapshot` is a name in it, else the newest. Until
 * it is finished no server starts there; one that was interrupted is run again. Throws OperatorError, with nothing touched,
 * when the backup is damaged or newer than this program, or when something is there already.
 */
export async function restore(place: InstallationPlace, folder: string, snapshot?: string): Promise<Restored> {
  const path = await findSnapshot(folder, snapshot);
  const manifest = await readManifest(path);
  const { entries } = await readJournal();
  if (!entries.some(({ when }) => when === manifest.migration))
    throw new OperatorError("This backup was made by a newer version of Precount. Restore it with that one.");
  await checkFiles(path, manifest);
  const connection = await openNewInstallation(place);
  try {
    await claim(connection.pool);
    const sha256s = (await readCompressed(join(path, "blobs.txt.gz")).toArray()).join("").split("\n").filter(Boolean);
    const blobs = await copyBlobs(new FileBlobStore(folder), openBlobStore(place), sha256s);
    await fill(connection, path, manifest);
    return { path, manifest, ...blobs };
  } finally {
    await connection.close();
  }
}

async function findSnapshot(folder: string, wanted: string | undefined): Promise<string> {
  const names = await listSnapshots(folder);
  const name = wanted ?? names.at(-1);
  if (name === undefined) throw new OperatorError(`There is no finished backup in ${folder}.`);
  if (!names.includes(name)) {
    throw new OperatorError(
      `There is no backup ${name} in ${folder}. There ${names.length === 1 ? "is" : "are"}: ${names.join(", ")}`,
    );
  }
  return join(snapshotsFolder(folder), name);
}

async function checkFiles(path: string, { tables, queue, blobs }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) await checkSha256(join(path, `${name}.copy.gz`), sha256);
  await checkSha256(join(path, "queue.json.gz"), queue.sha256);
  await checkSha256(join(path, "blobs.txt.gz"), blobs.sha256);
}

/** Takes an empty database, or what an interrupted restore has left of one, and says so in it. */
async function claim(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const isOurs = rows.some(({ name }) => name === UNFINISHED_RESTORE);
  if (rows.length > 0 && !isOurs) {
    throw new OperatorError(
      "There is an installation in this database already, and a restore would overwrite it. Name an empty DATA_DIR or DATABASE_URL.",
    );
  }
  if (isOurs) {
    await pool.query(
      "drop schema public cascade; drop schema if exists drizzle cascade; drop schema if exists pgboss cascade; create schema public",
    );
  }
  await pool.query(`create table public.${UNFINISHED_RESTORE} (since timestamptz default now())`);
}

async function fill({ url, pool, db }: Connection, path: string, manifest: Manifest): Promise<void> {
  await migrateUntil(url, manifest.migration);
  const client = await pool.connect();
  try {
    await client.query("begin");
    await putTables(client, path, manifest);
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
    await sendQueued(db, queue, join(path, "queue.json.gz"));
  } finally {
    await queue.stop();
  }
  await pool.query(`drop table public.${UNFINISHED_RESTORE}`);
}

/** To the tables of the version that made the backup; its rows fit no others. */
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
