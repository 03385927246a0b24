import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { eq } from "../db/drizzle.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import { insertImageJobs } from "../db/jobs/write-image-jobs.ts";
import { findModelForPhoto } from "../db/models/upload-lock.ts";
import { imageDetections } from "../db/schema/detections.ts";
import { type images } from "../db/schema/images.ts";
import { imageJobs } from "../db/schema/jobs.ts";
import { models } from "../db/schema/models.ts";
import { enqueueDetections } from "../queue/enqueue.ts";
import { makeImage, makeModel, makeProject } from "../testing/factories.ts";
import { SAMPLE_SIZE, samplePhoto } from "../testing/sample-photos.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";
import { startWorker } from "./worker.ts";

const SAMPLES = join(import.meta.dirname, "../../../samples");

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi();
});
afterEach(() => api.close());

const work = (fakeModel: boolean, given: Partial<Pick<Config, "detectionProcesses">> = {}) => {
  const { databaseUrl, config, log } = api.services;
  return startWorker({ ...config, databaseUrl, fakeModel, log, ...given });
};

async function makeStored(photo: Readable, given: Partial<typeof images.$inferInsert> = {}) {
  const { sha256, sizeBytes } = await api.services.blobs.put(photo);
  const { sid: projectSid } = await makeProject(api.database.db);
  return makeImage(api.database.db, { projectSid, sha256, sizeBytes, ...given });
}
const makeSmall = () =>
  makeStored(Readable.from([samplePhoto()]), { rawWidth: SAMPLE_SIZE.width, rawHeight: SAMPLE_SIZE.height });

const jobsOf = (imageSid: string) => api.database.db.select().from(imageJobs).where(eq(imageJobs.imageSid, imageSid));
const stateOf = async (imageSid: string) => (await jobsOf(imageSid))[0]?.state;
const modelSid = async (name: string) =>
  (await api.database.db.select().from(models).where(eq(models.name, name)))[0]?.sid ?? "";

describe("the worker", () => {
  it("registers its models by name, the fake one only when asked for, and keeps their sids", async () => {
    const known = await makeModel(api.database.db, { name: "ppocr", status: "deprecated" });
    const worker = await work(false);
    await worker.stop();
    const rows = await api.database.db.select().from(models).orderBy(models.name);
    expect(rows).toMatchObject([
      { sid: known.sid, name: "ppocr", backend: "ppocr", status: "active" },
      { name: "precount", backend: "onnx", status: "active" },
    ]);
    await (await work(true)).stop();
    expect(await modelSid("fake")).not.toBe("");
  });

  it("queues photos that were uploaded before there was a model", async () => {
    const image = await makeSmall();
    const worker = await work(true);
    await expect.poll(() => stateOf(image.sid)).toBe("done");
    const done = 'job_attempt_duration_seconds_count{queue="detect-photo",outcome="done"} 1';
    await expect.poll(() => worker.metricsText()).toContain(done);
    const figures = await worker.metricsText();
    for (const stage of ["fetch", "decode", "detect", "read", "store"]) {
      expect(figures).toContain(`stage_duration_seconds_count{stage="${stage}"} 1`);
    }
    await worker.stop();
    const [found] = await api.database.db.select().from(imageDetections);
    expect(found).toMatchObject({ imageSid: image.sid, modelSid: await modelSid("fake") });
  });

  it("queues a photo whose upload began before there was a model", async () => {
    const { db, pool } = api.database;
    const before = await makeSmall();
    const { sha256, sizeBytes, rawWidth, rawHeight } = before;
    const onItsWay = { projectSid: (await makeProject(db)).sid, sha256, sizeBytes, rawWidth, rawHeight };
    const isWaitedFor = async () =>
      (await pool.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rowCount;
    const [arriving, worker] = await db.transaction(async (tx) => {
      expect(await findModelForPhoto(tx, { modelSid: null, groups: [] })).toBeNull();
      const image = await makeImage(tx, onItsWay);
      const starting = work(true);
      await expect.poll(isWaitedFor).toBe(1);
      return [image, starting] as const;
    });
    for (const { sid } of [before, arriving]) await expect.poll(() => stateOf(sid)).toBe("done");
    await (await worker).stop();
    const fake = await modelSid("fake");
    const found = await db.select().from(imageDetections);
    expect(found.map((one) => one.modelSid)).toEqual([fake, fake]);
  });

  it("works through a backlog without waiting between photos", async () => {
    const { db } = api.database;
    const { sid: fake } = await makeModel(db, { name: "fake" });
    const all = await Promise.all(Array.from({ length: 20 }, makeSmall));
    const imageSids = all.map(({ sid }) => sid);
    await db.transaction((tx) => enqueueDetections(tx, api.services.queue, { imageSids, modelSid: fake, options: {} }));
    const worker = await work(true, { detectionProcesses: 1 });
    // One photo per poll would take 40 s, and the test waits for 30 s.
    await expect.poll(async () => (await db.select().from(imageDetections)).length, { interval: 100 }).toBe(20);
    await worker.stop();
  });

  it("returns its running jobs at shutdown for immediate retry, and takes no other", async () => {
    const { db, pool } = api.database;
    const { sid: fake } = await makeModel(db, { name: "fake" });
    const imageSids = (await Promise.all(Array.from({ length: 5 }, makeSmall))).map(({ sid }) => sid);
    await db.transaction((tx) => enqueueDetections(tx, api.services.queue, { imageSids, modelSid: fake, options: {} }));
    const worker = await work(true);
    const states = async () => (await db.select().from(imageJobs)).map(({ state }) => state);
    // The vision child is still starting at that time.
    await expect.poll(states, { interval: 5 }).toContain("running");
    await worker.stop();
    const jobs = await db.select().from(imageJobs);
    const given = jobs.filter(({ attempts, state }) => attempts > 0 && state !== "done");
    // As many children as cores.
    expect(given.length).toBeGreaterThan(0);
    const back = { state: "queued", error: null, retryAt: null, attempts: 1, maxAttempts: 6 };
    expect(given).toMatchObject(given.map(() => back));
    expect(jobs.filter(({ attempts, state }) => attempts === 0 && state === "queued").length).toBeGreaterThan(0);
    // One more attempt than before, and no retry delay.
    const { rows } = await pool.query(
      `select state, retry_limit, start_after <= now() as "isDue" from pgboss.job where id = any($1)`,
      [given.map(({ queueId }) => queueId)],
    );
    expect(rows).toEqual(given.map(() => ({ state: "retry", retry_limit: 5, isDue: true })));
    const other = await work(true);
    await expect.poll(states).toEqual(imageSids.map(() => "done"));
    await other.stop();
    expect(await db.select().from(imageDetections)).toHaveLength(imageSids.length);
  });

  it("shows a job as failed whose last attempt never ended", async () => {
    const { db, pool } = api.database;
    const fake = await makeModel(db, { name: "fake" });
    const image = await makeSmall();
    const [job] = await insertImageJobs(db, { imageSids: [image.sid], modelSid: fake.sid, options: {} });
    await db.update(imageJobs).set({ state: "running", attempts: 5 });
    await pool.query("insert into pgboss.job (name, data) values ('detect-photo-failed', $1)", [{ jobId: job?.id }]);
    const worker = await work(true);
    await expect.poll(() => stateOf(image.sid)).toBe("failed");
    expect((await jobsOf(image.sid))[0]?.error).toContain("ended without a result");
    await worker.stop();
  });
});

const truthSchema = z.array(
  z.object({
    image: z.string(),
    width: z.number(),
    height: z.number(),
    results: z.array(z.object({ label: z.string(), code: z.string() })),
  }),
);

describe("golden photo", () => {
  it("the default model, with its real weights, finds the codes of a sample photo", async () => {
    const truth = truthSchema.parse(JSON.parse(await readFile(join(SAMPLES, "truth.json"), "utf8")));
    const photo = truth.find(({ image }) => image === "0101.jpg");
    if (!photo) throw new Error("no truth of 0101.jpg");
    const size = { rawWidth: photo.width, rawHeight: photo.height };
    const image = await makeStored(createReadStream(join(SAMPLES, photo.image)), size);
    const worker = await work(false);
    await expect.poll(() => stateOf(image.sid), { timeout: 110_000, interval: 500 }).toBe("done");
    await worker.stop();
    const [found] = await api.database.db.select().from(imageDetections);
    const codes = new Set(found?.predictions.map(({ code }) => code.value));
    const wanted = photo.results.filter(({ label }) => label === "sticker");
    const right = wanted.filter(({ code }) => codes.has(code));
    expect(right.length).toBeGreaterThanOrEqual(Math.ceil(wanted.length * 0.8));
  });
});
