import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Connection } from "../db/connect.ts";
import { insertImageJobs } from "../db/jobs/write-image-jobs.ts";
import type { InstallationLocation } from "../db/installation.ts";
import { UNFINISHED_RESTORE, migrate } from "../db/migrate.ts";
import { findReport } from "../db/reports/read.ts";
import { enqueueCodeReading } from "../queue/enqueue.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { newSid } from "../lib/ids.ts";
import { FileBlobStore } from "../storage/file-blob-store.ts";
import {
  makeArea,
  makeDetection,
  makeImage,
  makeModel,
  makeProject,
  makeReport,
  makeTask,
  makeUser,
} from "../testing/factories.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { type TestDatabase, createEmptyDatabase, createTestDatabase } from "../testing/test-database.ts";
import { createBackup } from "./backup.ts";
import { restore } from "./restore.ts";

let database: TestDatabase;
let store: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let backups: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let source: InstallationLocation;
beforeAll(async () => {
  [database, store, backups] = await Promise.all([createTestDatabase(), makeTemporaryFolder(), makeTemporaryFolder()]);
  source = { databaseUrl: database.url, dataDir: store.path, s3: null };
});
afterAll(async () => {
  await database.close();
  await Promise.all([store.remove(), backups.remove()]);
});

const putPhoto = (text: string) => new FileBlobStore(store.path).put(Readable.from([Buffer.from(text)]));

async function createEmptyLocation() {
  const [empty, folder] = await Promise.all([createEmptyDatabase(), makeTemporaryFolder()]);
  onTestFinished(async () => {
    await empty.close();
    await folder.remove();
  });
  return { database: empty, location: { databaseUrl: empty.url, dataDir: folder.path, s3: null } };
}

/** Every row of every table as text. Tables with queue ids and times are left out, because a restore changes those. */
async function allRows({ pool }: Connection): Promise<Record<string, string[]>> {
  const tables = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_name not in ('image_jobs', 'tasks', 'processes', 'upkeep')",
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

async function waitingJobs({ pool }: Connection): Promise<unknown[]> {
  const { rows } = await pool.query<{ name: string; data: unknown }>(
    "select name, data from pgboss.job where state < 'completed' order by name, data::text",
  );
  return rows;
}

/** An event with photos, a detection, a report and waiting jobs. */
async function makeEvent(photos: number) {
  const { db, url } = database;
  const project = await makeProject(db, { name: "Frühling\t\\N 'count'\n" });
  const model = await makeModel(db);
  await makeArea(db, { projectSid: project.sid, number: 12 });
  const images = [];
  for (let n = 0; n < photos; n += 1) {
    const { sha256, sizeBytes } = await putPhoto(`photo ${n} of ${project.sid}`);
    images.push(await makeImage(db, { projectSid: project.sid, sha256, sizeBytes }));
  }
  const [first] = images;
  if (!first) throw new Error("an event without photos");
  await makeDetection(db, { imageSid: first.sid, modelSid: model.sid });
  const report = await makeReport(db, { projectSid: project.sid, createdBy: (await makeUser(db)).sid });
  const queue = new JobQueue({ url, role: "sender", onError: () => undefined });
  await queue.start();
  await insertImageJobs(db, { imageSids: [first.sid], modelSid: model.sid, options: {} });
  await enqueueCodeReading(db, queue, [first.sid]);
  const task = await makeTask(db, { projectSid: project.sid });
  await queue.stop();
  return { project, images, report, task };
}

describe("backup and restore", () => {
  it("restores every row, file and waiting job; a second backup copies only new files", async () => {
    const { images, report, task } = await makeEvent(3);
    const first = await createBackup(source, backups.path);
    expect(first).toMatchObject({ copied: 3, missing: [], damaged: [] });
    const again = await createBackup(source, backups.path);
    expect(again.copied).toBe(0);

    const { database: empty, location } = await createEmptyLocation();
    await restore(location, backups.path);

    expect(await allRows(empty)).toEqual(await allRows(database));
    expect(await findReport(empty.db, report.sid)).toEqual(await findReport(database.db, report.sid));
    const blobs = new FileBlobStore(location.dataDir);
    for (const { sha256 } of images) expect(await blobs.has(sha256)).toBe(true);
    const { rows: jobs } = await empty.pool.query<{ id: string }>("select id from image_jobs");
    expect(await waitingJobs(empty)).toEqual([
      { name: "detect-photo", data: { jobId: jobs[0]?.id } },
      { name: "read-codes", data: { imageSid: images[0]?.sid } },
      { name: "read-document", data: { taskId: task.taskId } },
    ]);
    // Sequences, triggers and foreign keys work again.
    await makeArea(empty.db, { projectSid: images[0]?.projectSid ?? "", number: 13 });
    await expect(empty.pool.query("update reports set title = 'other'")).rejects.toThrow("never changes");
    await expect(makeImage(empty.db, { projectSid: newSid() })).rejects.toMatchObject({ cause: { code: "23503" } });
  });

  it("saves all tables as of one moment while people work", async () => {
    const { db, pool } = database;
    const stopped = new AbortController();
    const working = (async () => {
      for (let n = 0; !stopped.signal.aborted; n += 1) {
        await db.transaction(async (tx) => {
          const project = await makeProject(tx, { name: `Pair ${n}` });
          await makeArea(tx, { projectSid: project.sid, number: 1 });
        });
      }
    })();
    const { database: empty, location } = await createEmptyLocation();
    await createBackup(source, backups.path);
    stopped.abort();
    await working;
    await restore(location, backups.path);
    const pairs = `select (select count(*) from projects where name like 'Pair %')::int as projects,
      (select count(*) from areas join projects p on p.sid = project_sid where p.name like 'Pair %')::int as areas,
      (select sum(images)::int from project_counts) = (select count(*)::int from images) as counted`;
    const [restored] = (await empty.pool.query(pairs)).rows;
    expect(restored).toEqual({ projects: restored.projects, areas: restored.projects, counted: true });
    // Rows were inserted while the backup ran.
    expect(restored.projects).toBeGreaterThan(0);
    expect((await pool.query(pairs)).rows[0].projects).toBeGreaterThanOrEqual(restored.projects);
  });

  it("refuses to overwrite an installation or to use a damaged or newer backup, and changes nothing", async () => {
    const { path } = await createBackup(source, backups.path);
    await expect(restore(source, backups.path)).rejects.toThrow("There is an installation in this database already");
    const { database: empty, location } = await createEmptyLocation();
    await expect(restore(location, store.path)).rejects.toThrow("There is no finished backup in");
    await expect(restore(location, backups.path, "2020")).rejects.toThrow("There is no backup 2020");

    const manifest = join(path, "manifest.json");
    const text = await readFile(manifest, "utf8");
    await writeFile(manifest, text.replace(/"migration": \d+/, '"migration": 99999999999999'));
    await expect(restore(location, backups.path)).rejects.toThrow("made by a newer version of Precount");
    await writeFile(manifest, text.replace('"name": "areas"', '"name": "areas; drop table x"'));
    await expect(restore(location, backups.path)).rejects.toThrow("cannot be read: manifest.json, tables.");
    await writeFile(manifest, text.slice(0, -9));
    await expect(restore(location, backups.path)).rejects.toThrow("cannot be read: manifest.json is not JSON.");
    await writeFile(manifest, text);
    const table = (await readdir(path)).find((name) => name.endsWith(".copy.gz")) ?? "";
    const bytes = await readFile(join(path, table));
    await writeFile(join(path, table), bytes.subarray(0, -1));
    await expect(restore(location, backups.path)).rejects.toThrow(`${table} is damaged`);
    await writeFile(join(path, table), bytes);

    const { rows } = await empty.pool.query("select 1 from information_schema.tables where table_schema = 'public'");
    expect(rows).toEqual([]);
  });

  it("blocks servers after an interrupted restore, which can be run again", async () => {
    const { database: empty, location } = await createEmptyLocation();
    // The state after a power failure in the middle of a restore.
    await migrate(location.databaseUrl);
    await empty.pool.query(`create table ${UNFINISHED_RESTORE} (since timestamptz)`);
    await expect(migrate(location.databaseUrl)).rejects.toThrow("A restore into this database was not finished");
    await restore(location, backups.path);
    await migrate(location.databaseUrl);
    expect(await allRows(empty)).toEqual(await allRows(database));
  });

  it("is refused in DATA_DIR, whose files would not be copied", async () => {
    const before = await readdir(store.path);
    for (const folder of [store.path, `${store.path}/`, join(store.path, "blobs", "nightly")])
      await expect(createBackup(source, folder)).rejects.toThrow(
        `${folder} is in DATA_DIR. Save the backup in another`,
      );
    expect(await readdir(store.path)).toEqual(before);
  });

  it("is not restored into a folder with other files, but into one that Precount has used", async () => {
    await createBackup(source, backups.path);
    const { location } = await createEmptyLocation();
    const file = join(location.dataDir, "letter.txt");
    await writeFile(file, "");
    await expect(restore(location, backups.path)).rejects.toThrow(
      `There are other files in ${location.dataDir}, such as letter.txt. Set DATA_DIR to an empty folder.`,
    );
    await expect(restore({ ...location, dataDir: backups.path }, backups.path)).rejects.toThrow("such as snapshots.");
    expect(await readdir(location.dataDir)).toEqual(["letter.txt"]);
    await writeFile(join(location.dataDir, "precount.lock"), "");
    await restore(location, backups.path);
  });

  it("does not migrate a database of a newer version", async () => {
    const { database: newer, location } = await createEmptyLocation();
    await migrate(location.databaseUrl);
    await newer.pool.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 99999999999999)",
    );
    await expect(migrate(location.databaseUrl)).rejects.toThrow("was made by a newer version of Precount");
  });

  it("reports photos that are missing or damaged in the store and saves the rest", async () => {
    const { images } = await makeEvent(2);
    const [gone = "", broken = ""] = images.map(({ sha256 }) => sha256);
    await new FileBlobStore(store.path).delete(gone);
    await writeFile(join(store.path, "blobs", broken.slice(0, 2), broken.slice(2, 4), broken), "other bytes");
    const { missing, damaged, manifest } = await createBackup(source, backups.path);
    expect({ missing, damaged }).toEqual({ missing: [gone], damaged: [broken] });
    expect(manifest.missing).toEqual([gone, broken]);
    const { location } = await createEmptyLocation();
    expect((await restore(location, backups.path)).missing.toSorted()).toEqual([gone, broken].toSorted());
  });
});
