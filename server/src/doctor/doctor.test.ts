import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { insertImageJobs } from "../db/jobs/write-image-jobs.ts";
import { enqueueDetections } from "../queue/enqueue.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { FileBlobStore } from "../storage/file-blob-store.ts";
import { makeDetection, makeImage, makeModel, makePrediction, makeProject, makeTask } from "../testing/factories.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { type TestDatabase, createTestDatabase } from "../testing/test-database.ts";
import { runDoctor } from "./doctor.ts";

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
beforeAll(async () => {
  [database, folder] = await Promise.all([createTestDatabase(), makeTemporaryFolder()]);
});
afterAll(async () => {
  await database.close();
  await folder.remove();
});

const run = (given: { fix?: boolean; isDeep?: boolean } = {}) =>
  runDoctor({ databaseUrl: database.url, dataDir: folder.path, s3: null }, { fix: false, isDeep: false, ...given });

it("reports nothing for an intact installation, reports each problem, and repairs what it can", async () => {
  const { db, pool, url } = database;
  const blobs = new FileBlobStore(folder.path);
  const put = () => blobs.put(Readable.from([randomBytes(64)]));
  const project = await makeProject(db, { slug: "spring-count" });
  const model = await makeModel(db);
  const photo = async (name: string) => makeImage(db, { projectSid: project.sid, name, ...(await put()) });
  const [gone, miscounted, wrong, waiting] = [
    await photo("gone.jpg"),
    await photo("miscounted.jpg"),
    await photo("wrong.jpg"),
    await photo("waiting.jpg"),
  ];
  const edited = await photo("edited.jpg");
  await makeDetection(db, { imageSid: miscounted.sid, modelSid: model.sid });
  // Validated, so that it is as read-only as a detection can be.
  const { sid: confirmed } = await makeDetection(db, {
    imageSid: edited.sid,
    modelSid: model.sid,
    predictions: [makePrediction()],
    status: "validated",
  });
  await pool.query("update images set status = 'pending' where sid = $1", [miscounted.sid]);
  await pool.query("update images set status = 'approved' where sid = $1", [edited.sid]);
  const queue = new JobQueue({ url, role: "sender", onError: () => undefined });
  await queue.start();
  await enqueueDetections(db, queue, { imageSids: [waiting.sid], modelSid: model.sid, options: {} });
  await queue.stop();
  expect(await run({ isDeep: true })).toEqual([]);

  const { rows: revisions } = await pool.query("select revision from image_detections where sid = $1", [confirmed]);
  const before: unknown = revisions[0]?.revision;
  await blobs.delete(gone.sha256);
  const withoutRow = await put();
  await pool.query("update images set results_count = 7 where sid = $1", [miscounted.sid]);
  await pool.query("update project_counts set images = 99");
  await pool.query("update images set status = 'processed' where sid = $1", [wrong.sid]);
  // PD-101: a version that counted a confirmed value as a patch.
  await pool.query("update image_detections set patched_stickers_count = 1 where sid = $1", [confirmed]);
  const [unqueued] = await insertImageJobs(db, { imageSids: [gone.sid], modelSid: model.sid, options: {} });
  const task = await makeTask(db, { projectSid: project.sid });

  const found = await run();
  expect(found.map(({ problem }) => problem)).toEqual([
    "1 file is missing in the store: copy from a backup, or upload again.",
    "1 file in the store without a row.",
    "1 detection waits without a job in the queue.",
    "1 document task waits without a job in the queue.",
    "The counts of 1 detection are wrong.",
    "1 photo has a status that does not match its detections.",
    "The counts of 1 photo are wrong.",
    "The counts of 1 event are wrong.",
  ]);
  expect(found.map(({ examples }) => examples)).toEqual([
    [`${gone.sha256}: photo gone.jpg of event spring-count`],
    [withoutRow.sha256],
    [unqueued?.id],
    [`task ${task.taskId}`],
    [confirmed],
    [wrong.sid],
    [miscounted.sid],
    ["spring-count"],
  ]);
  // Without --fix nothing changes.
  expect(await run()).toEqual(found);

  await run({ fix: true });
  // A missing photo cannot be repaired: its failed job asks for another upload.
  expect((await run()).map(({ problem }) => problem)).toEqual([
    "1 file is missing in the store: copy from a backup, or upload again.",
  ]);
  const { rows } = await pool.query("select error from image_jobs where id = $1", [unqueued?.id]);
  expect(rows[0]?.error).toContain("file is missing");
  expect(await blobs.has(withoutRow.sha256)).toBe(false);
  const counts = await pool.query("select patched_stickers_count, revision from image_detections where sid = $1", [
    confirmed,
  ]);
  expect(counts.rows).toEqual([{ patched_stickers_count: 0, revision: before }]);
});

const isDamaged = ({ problem }: { problem: string }): boolean => problem.startsWith("1 file is damaged");

it("finds damaged bytes in a deep check only", async () => {
  const blobs = new FileBlobStore(folder.path);
  const project = await makeProject(database.db);
  const stored = await blobs.put(Readable.from([Buffer.from("as it was")]));
  await makeImage(database.db, { projectSid: project.sid, name: "0412.jpg", ...stored });
  const { sha256 } = stored;
  await writeFile(join(folder.path, "blobs", sha256.slice(0, 2), sha256.slice(2, 4), sha256), "as it is");
  expect((await run()).some(isDamaged)).toBe(false);
  const damaged = (await run({ isDeep: true })).find(isDamaged);
  expect(damaged).toMatchObject({
    problem: "1 file is damaged. Remove it from the store, then copy it from a backup.",
    examples: [`${sha256}: photo 0412.jpg of event ${project.slug}`],
    repair: null,
  });
});

it("removes no files if the database knows none of them, because it is probably another one", async () => {
  const [other, store] = await Promise.all([createTestDatabase(), makeTemporaryFolder()]);
  onTestFinished(async () => {
    await other.close();
    await store.remove();
  });
  const blobs = new FileBlobStore(store.path);
  const { sha256 } = await blobs.put(Readable.from([randomBytes(64)]));
  const location = { databaseUrl: other.url, dataDir: store.path, s3: null };
  const findings = await runDoctor(location, { fix: true, isDeep: false });
  expect(findings).toEqual([
    { problem: expect.stringContaining("Check DATA_DIR and DATABASE_URL"), examples: [sha256], repair: null },
  ]);
  expect(await blobs.has(sha256)).toBe(true);
});
