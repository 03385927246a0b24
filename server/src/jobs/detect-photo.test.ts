import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { ProcessError } from "@precount/forked-process";
import { sniffPhoto } from "@precount/photos";
import { VisionProcess } from "@precount/vision";
import { eq } from "../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { imageDetections } from "../db/schema/detections.ts";
import { isSearched } from "../db/duplicates/keypoints.ts";
import { images } from "../db/schema/images.ts";
import { imageJobs } from "../db/schema/jobs.ts";
import { repairFutureQueueTimes } from "../db/jobs/queue-state.ts";
import { S3BlobStore } from "../storage/s3-blob-store.ts";
import { makeDetection, makeImage, makeModel, makeProject, makeUser } from "../testing/factories.ts";
import { SAMPLE_SIZE, samplePhoto } from "../testing/sample-photos.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";
import { workerContext } from "../testing/worker-context.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import { enqueueDetections, enqueuePreviews } from "../queue/enqueue.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { startJobHandlers } from "./start-job-handlers.ts";

let api: TestApi;
let vision: VisionProcess;
let fakeSid: string;
beforeAll(async () => {
  api = await createTestApi();
  vision = new VisionProcess();
  fakeSid = (await makeModel(api.database.db, { name: "fake" })).sid;
  await api.services.listening.start();
});
afterAll(async () => {
  await vision.close();
  await api.close();
});

/** A worker for this test only. Failed jobs are retried immediately. */
async function startJobs(given: Partial<WorkerContext> = {}): Promise<JobQueue> {
  const { databaseUrl } = api.services;
  const queue = new JobQueue({ url: databaseUrl, role: "worker", onError: () => undefined });
  await queue.start();
  await api.database.pool.query(
    "update pgboss.queue set retry_delay = 0, retry_backoff = false, retry_delay_max = null",
  );
  onTestFinished(() => queue.stop());
  const context = workerContext(api.services, queue, { vision, reader: vision, ...given });
  await startJobHandlers(context, { detections: 1, previews: 1 });
  return queue;
}

async function makeStoredImage(given: Partial<typeof images.$inferInsert> = {}, projectSid?: string) {
  const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([samplePhoto()]));
  const project = projectSid ?? (await makeProject(api.database.db)).sid;
  const size = { rawWidth: SAMPLE_SIZE.width, rawHeight: SAMPLE_SIZE.height };
  return makeImage(api.database.db, { projectSid: project, sha256, sizeBytes, ...size, ...given });
}

const enqueue = (queue: JobQueue, imageSid: string, modelSid = fakeSid): Promise<string[]> =>
  api.database.db.transaction((tx) => enqueueDetections(tx, queue, { imageSids: [imageSid], modelSid, options: {} }));

async function jobOf(imageSid: string) {
  const [job] = await api.database.db.select().from(imageJobs).where(eq(imageJobs.imageSid, imageSid));
  return job;
}
/** The job in pg-boss' table. */
async function openJobs(name: string): Promise<number> {
  const found = await api.database.pool.query(
    "select 1 from pgboss.job where name = $1 and state in ('created', 'retry', 'active')",
    [name],
  );
  return found.rows.length;
}
/** The failures that the event stream has reported since the call. */
function failuresOf(projectSid: string): unknown[] {
  const failures: unknown[] = [];
  const unsubscribe = api.services.live.subscribe(projectSid, ({ failure }) => failure && failures.push(failure));
  onTestFinished(unsubscribe);
  return failures;
}
const stateOf = async (imageSid: string) => (await jobOf(imageSid))?.state;
const detectionsOf = (imageSid: string) =>
  api.database.db.select().from(imageDetections).where(eq(imageDetections.imageSid, imageSid));
const imageOf = async (sid: string) => (await api.database.db.select().from(images).where(eq(images.sid, sid)))[0];

describe("detect-photo", () => {
  it("creates one detection with its counts, and derives the image's status from it", async () => {
    const queue = await startJobs();
    const image = await makeStoredImage();
    await enqueue(queue, image.sid);
    await expect.poll(() => stateOf(image.sid)).toBe("done");
    expect(await detectionsOf(image.sid)).toMatchObject([
      { status: "inferred", modelSid: fakeSid, progress: 100, stickersCount: 2, validStickersCount: 2, revision: 0 },
    ]);
    expect(await imageOf(image.sid)).toMatchObject({ status: "pending", stickersCount: 2, validStickersCount: 2 });
    expect(await jobOf(image.sid)).toMatchObject({ attempts: 1, error: null, retryAt: null });
  });

  it("finds in the frame of a photo that its metadata turns", async () => {
    const queue = await startJobs();
    const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([samplePhoto({ orientation: 6 })]));
    const image = await makeStoredImage({ sha256, sizeBytes, orientation: "rotate90CW" });
    await enqueue(queue, image.sid);
    await expect.poll(() => stateOf(image.sid)).toBe("done");
    const [detection] = await detectionsOf(image.sid);
    const shelf = detection?.predictions.find(({ label }) => label === "shelf");
    expect(shelf?.rect).toMatchObject({ x: 0, width: SAMPLE_SIZE.height });
  });

  it("a second run replaces a detection that is not validated, and keeps it as discarded", async () => {
    const queue = await startJobs();
    const image = await makeStoredImage();
    const former = await makeDetection(api.database.db, { imageSid: image.sid, modelSid: fakeSid });
    await enqueue(queue, image.sid);
    await expect.poll(() => stateOf(image.sid)).toBe("done");
    const found = await detectionsOf(image.sid);
    expect(found).toHaveLength(2);
    expect(found.find(({ sid }) => sid === former.sid)?.status).toBe("discarded");
    expect(found.find(({ sid }) => sid !== former.sid)?.status).toBe("inferred");
  });

  it.each(["validated", "rejected", "completed"])("ends quietly when the image is %s meanwhile", async (meanwhile) => {
    const user = await makeUser(api.database.db);
    const project = await makeProject(api.database.db, meanwhile === "completed" ? { status: "completed" } : {});
    const rejected = { status: "rejected" as const, rejectedAt: new Date(), rejectedBy: user.sid };
    const image = await makeStoredImage(meanwhile === "rejected" ? rejected : {}, project.sid);
    if (meanwhile === "validated") {
      await makeDetection(api.database.db, { imageSid: image.sid, modelSid: fakeSid, status: "validated" });
    }
    const before = await detectionsOf(image.sid);
    const queue = await startJobs();
    await enqueue(queue, image.sid);
    await expect.poll(() => stateOf(image.sid)).toBe("done");
    expect(await detectionsOf(image.sid)).toEqual(before);
    expect((await jobOf(image.sid))?.error).toBeNull();
  });

  it("does nothing for a deleted image", async () => {
    const image = await makeStoredImage();
    await enqueue(api.services.queue, image.sid);
    await api.database.db.delete(images).where(eq(images.sid, image.sid));
    await startJobs();
    await expect.poll(() => openJobs("detect-photo")).toBe(0);
    expect(await detectionsOf(image.sid)).toEqual([]);
  });

  it("S2.45 S8.03 a photo that crashes the child process fails after five attempts and is reported once", async () => {
    let tries = 0;
    const crashing = {
      detect: () => {
        tries += 1;
        return Promise.reject(new ProcessError("crashed", "The picture library crashed over this photo."));
      },
    };
    const queue = await startJobs({ vision: crashing });
    const image = await makeStoredImage();
    const failures = failuresOf(image.projectSid);
    await enqueue(queue, image.sid);
    await expect.poll(() => stateOf(image.sid)).toBe("failed");
    expect(tries).toBe(5);
    expect(await jobOf(image.sid)).toMatchObject({
      attempts: 5,
      error: "The picture library crashed over this photo.",
      retryAt: null,
    });
    expect(await imageOf(image.sid)).toMatchObject({ status: "uploaded" });
    const reason = "The picture library crashed over this photo.";
    const failure = { jobId: (await jobOf(image.sid))?.id, imageSid: image.sid, imageName: image.name, reason };
    await expect.poll(() => failures).toEqual([{ ...failure, retryable: true }]);
  });

  it("shows a first failure with the time of the retry, and clears it after the retry", async () => {
    const states: unknown[] = [];
    const image = await makeStoredImage();
    const failingOnce: WorkerContext["vision"] = {
      detect: async (request) => {
        states.push(await jobOf(image.sid));
        if (states.length === 1) throw new ProcessError("timeout", "It took longer than 120 s and was stopped.");
        return vision.detect(request);
      },
    };
    const queue = await startJobs({ vision: failingOnce });
    await enqueue(queue, image.sid);
    await expect.poll(() => stateOf(image.sid)).toBe("done");
    expect(states).toMatchObject([
      { state: "running", attempts: 1 },
      { state: "running", attempts: 2, error: null },
    ]);
  });

  it("an outage of the store uses up no attempt, and the photo is detected afterwards", async () => {
    const nobody = { bucket: "photos", prefix: "", endpoint: "http://127.0.0.1:9", region: "here" };
    const credentials = { accessKeyId: "a", secretAccessKey: "b" };
    const away = new S3BlobStore(api.services.config.dataDir, { ...nobody, credentials });
    let asked = 0;
    const blobs = Object.assign(Object.create(api.services.blobs), {
      path: (sha256: string) => ((asked += 1) <= 2 ? away : api.services.blobs).path(sha256),
    });
    const image = await makeStoredImage();
    await enqueue(api.services.queue, image.sid);
    // Its last attempt.
    await api.database.pool.query("update pgboss.job set retry_limit = 0 where state = 'created'");
    await startJobs({ blobs });
    const refused = {
      state: "retrying",
      attempts: 1,
      error: "The server cannot reach its photo storage. Please try again in a moment.",
      retryAt: expect.any(Date),
    };
    await expect.poll(() => jobOf(image.sid)).toMatchObject(refused);
    const hurry = () => api.database.pool.query("update pgboss.job set start_after = now() where state < 'active'");
    await expect.poll(async () => (await hurry(), stateOf(image.sid))).toBe("done");
    // The photo's other stages, which are jobs after a first attempt, may have asked too.
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(await jobOf(image.sid)).toMatchObject({ attempts: 1, error: null });
    expect(await detectionsOf(image.sid)).toHaveLength(1);
  });

  it("a clock that is set back stops neither waiting jobs nor the recovery of dead workers' jobs", async () => {
    const [waiting, held] = [await makeStoredImage(), await makeStoredImage()];
    await enqueue(api.services.queue, held.sid);
    const { pool, db } = api.database;
    const future = "now() + interval '3 hours'";
    // Jobs that detections of earlier tests enqueued.
    await pool.query("delete from pgboss.job where name in ('find-duplicates', 'make-crops')");
    // A worker took the job before the clock was set back, and then died.
    await pool.query(`update pgboss.job set state = 'active', started_on = ${future}, heartbeat_on = ${future}
      where state = 'created' and name = 'detect-photo'`);
    await enqueue(api.services.queue, waiting.sid);
    await pool.query(`update pgboss.job set start_after = ${future}, created_on = ${future} where state < 'completed'`);
    await pool.query(`update pgboss.queue set monitor_claim_on = ${future}`);
    expect(await repairFutureQueueTimes(db)).toBe(2);
    expect(await repairFutureQueueTimes(db)).toBe(0);
    const ahead = await pool.query(`select name from pgboss.job where state < 'completed'
      and greatest(start_after, created_on, started_on, heartbeat_on) > now()
      union all select name from pgboss.queue where monitor_claim_on > now()`);
    expect(ahead.rows).toEqual([]);
    await startJobs();
    await expect.poll(() => stateOf(waiting.sid)).toBe("done");
    // An attempt that never started has no start time.
    expect(await jobOf(waiting.sid)).toMatchObject({ attempts: 1 });
    await pool.query("delete from pgboss.job where state = 'active'");
  });

  it("a missing file fails at once, without retries", async () => {
    const image = await makeImage(api.database.db, { projectSid: (await makeProject(api.database.db)).sid });
    const failures = failuresOf(image.projectSid);
    const queue = await startJobs();
    await enqueue(queue, image.sid);
    await expect.poll(() => stateOf(image.sid)).toBe("failed");
    expect(await jobOf(image.sid)).toMatchObject({ attempts: 1, error: expect.stringContaining("file is missing") });
    await expect.poll(() => failures).toMatchObject([{ imageSid: image.sid, retryable: true }]);
  });

  it("a photo that cannot be decoded fails at once, without retries", async () => {
    const { blobs, db } = api.services;
    const staged = await blobs.stage(Readable.from([samplePhoto().subarray(0, -40)]));
    await staged.commit();
    const { sha256 } = staged;
    const image = await makeImage(db, { projectSid: (await makeProject(db)).sid, sha256 });
    const queue = await startJobs();
    await enqueue(queue, image.sid);
    await expect.poll(() => stateOf(image.sid)).toBe("failed");
    expect(await jobOf(image.sid)).toMatchObject({ attempts: 1, error: expect.stringContaining("photo") });
  });

  it("S4.21 the failure of a retired model offers no retry", async () => {
    const { db } = api.database;
    const image = await makeImage(db, { projectSid: (await makeProject(db)).sid });
    const { sid: modelSid } = await makeModel(db, { status: "retired" });
    const failures = failuresOf(image.projectSid);
    await enqueue(await startJobs(), image.sid, modelSid);
    await expect.poll(() => failures).toMatchObject([{ imageSid: image.sid, retryable: false }]);
  });

  it("reads photos that wait while their model is retired and the group of their event is deleted", async () => {
    const admin = await api.signIn({ role: "admin" });
    const { sid: group } = await admin.rpc.group.createGroup.mutate({ name: "Waiting" });
    const { sid: projectSid } = await admin.rpc.project.createProject.mutate({ name: "Waiting", groups: [group] });
    const setStatus = (status: "retired" | null) => admin.rpc.model.setModelStatus.mutate({ sid: fakeSid, status });
    onTestFinished(async () => void (await setStatus(null)));
    const sids: string[] = [];
    for (let at = 0; at < 3; at += 1) sids.push((await makeStoredImage({}, projectSid)).sid);
    for (const sid of sids) await enqueue(api.services.queue, sid);
    await setStatus("retired");
    await admin.rpc.group.deleteGroup.mutate({ sid: group });
    await startJobs();
    for (const sid of sids) await expect.poll(() => stateOf(sid)).toBe("done");
    expect(await detectionsOf(sids[0] ?? "")).toHaveLength(1);
  });

  it("the same job run twice at the same time makes one detection", async () => {
    const image = await makeStoredImage();
    const entered = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const slow: WorkerContext["vision"] = {
      detect: async (request) => {
        entered.resolve();
        await release.promise;
        return vision.detect(request);
      },
    };
    const queue = await startJobs({ vision: slow });
    await enqueue(queue, image.sid);
    await entered.promise;
    // As if this worker's lease had expired: the next attempt starts while the first still runs.
    const job = await jobOf(image.sid);
    const { handle } = await import("./detect-photo.handler.ts");
    const run = { payload: { jobId: job?.id ?? "" }, queueId: job?.queueId ?? "", attempt: 2 };
    const context = workerContext(api.services, queue, { vision, reader: vision });
    await handle(context, { ...run, signal: new AbortController().signal });
    release.resolve();
    await expect.poll(() => stateOf(image.sid)).toBe("done");
    await queue.stop();
    expect(await detectionsOf(image.sid)).toHaveLength(1);
  });
});

/** The formats of both stored previews; null for a missing one. */
const previewsOf = (sha256: string) =>
  Promise.all(
    [2048, 320].map((width) =>
      readFile(join(api.services.previews.folderOf(sha256), `normal-${width}.jpg`)).then(sniffPhoto, () => null),
    ),
  );
const BOTH = ["jpeg", "jpeg"];

/** Runs a detection that starts and ends like `detect`, and returns the image. */
async function detectWith(detect: WorkerContext["vision"]["detect"]) {
  const image = await makeStoredImage();
  const queue = await startJobs({ vision: { detect } });
  await enqueue(queue, image.sid);
  await expect.poll(() => stateOf(image.sid)).toBe("done");
  return image;
}
const stageJobs = async (imageSid: string): Promise<unknown[]> => {
  const sql =
    "select name from pgboss.job where name in ('make-previews', 'read-codes') and data->>'imageSid' = $1 order by 1";
  return (await api.database.pool.query<{ name: string }>(sql, [imageSid])).rows.map(({ name }) => name);
};

describe("stages of a photo", () => {
  it("a first detection makes the previews and searches the pixels, without further jobs", async () => {
    const image = await detectWith((request) => vision.detect(request));
    expect(await previewsOf(image.sha256)).toEqual(BOTH);
    expect(await isSearched(api.database.db, image.sid)).toBe(true);
    const { rows } = await api.database.pool.query("select key from image_crops where image_sid = $1", [image.sid]);
    expect(rows).toHaveLength(2);
    expect(await stageJobs(image.sid)).toEqual([]);
  });

  it("stages of a first attempt that crashed become jobs, and the second attempt only detects", async () => {
    const asked: unknown[] = [];
    const image = await detectWith((request) => {
      asked.push(request.stages);
      if (asked.length === 1) return Promise.reject(new ProcessError("crashed", "The library crashed."));
      return vision.detect(request);
    });
    expect(asked).toEqual([
      { previews: [expect.anything(), expect.anything()], search: true, crops: true },
      { previews: [], search: false, crops: false },
    ]);
    expect(await stageJobs(image.sid)).toEqual(["make-previews", "read-codes"]);
    await expect.poll(() => previewsOf(image.sha256)).toEqual(BOTH);
    await expect.poll(() => isSearched(api.database.db, image.sid)).toBe(true);
  });

  it("a stage that fails becomes a job and does not stop the detection", async () => {
    const image = await detectWith(async (request) => {
      request.onStage?.({ stage: "previews", error: "no space left on device" });
      return vision.detect({ ...request, stages: { previews: [], search: true, crops: false } });
    });
    expect(await stageJobs(image.sid)).toEqual(["make-previews"]);
    expect(await isSearched(api.database.db, image.sid)).toBe(true);
    await expect.poll(() => previewsOf(image.sha256)).toEqual(BOTH);
  });

  it("a photo whose detection is not needed gets its stages as jobs", async () => {
    const { sid: rejectedBy } = await makeUser(api.database.db);
    const image = await makeStoredImage({ status: "rejected", rejectedAt: new Date(), rejectedBy });
    const queue = await startJobs();
    await enqueue(queue, image.sid);
    await expect.poll(() => previewsOf(image.sha256)).toEqual(BOTH);
    await expect.poll(() => isSearched(api.database.db, image.sid)).toBe(true);
  });
});

describe("make-previews", () => {
  it("makes both small pictures, upright and without metadata", async () => {
    const queue = await startJobs();
    const image = await makeStoredImage();
    await api.database.db.transaction((tx) => enqueuePreviews(tx, queue, [image.sid]));
    const { previews } = api.services;
    await expect.poll(async () => (await previews.list()).includes(image.sha256)).toBe(true);
    await expect.poll(() => openJobs("make-previews")).toBe(0);
    expect(await previewsOf(image.sha256)).toEqual(["jpeg", "jpeg"]);
  });
});
