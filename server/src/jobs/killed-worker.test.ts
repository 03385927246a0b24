import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { taskSchema } from "@precount/domain";
import { type TestContext, describe, it } from "vitest";
import { eq } from "../db/drizzle.ts";
import { imageJobs } from "../db/schema/jobs.ts";
import { startWorker } from "../processes/worker.ts";
import { forkWorker } from "../processes/worker-supervisor.ts";
import { enqueueDetections } from "../queue/enqueue.ts";
import { reconcile } from "../storage/reconcile.ts";
import { makeImage, makeModel, makeProject } from "../testing/factories.ts";
import { makeForm } from "../testing/make-form.ts";
import { samplePdf } from "../testing/sample-documents.ts";
import { SAMPLE_SIZE, samplePhoto } from "../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";

type OnFinished = TestContext["onTestFinished"];

async function startApi(onFinished: OnFinished): Promise<TestApi> {
  const api = await createTestApi();
  onFinished(() => api.close());
  return api;
}

/** Starts a worker process like `precount serve` does. */
function startWorkerProcess(api: TestApi, onFinished: OnFinished): ChildProcess {
  const { databaseUrl, config } = api.services;
  const worker = forkWorker({ ...config, databaseUrl, fakeModel: true });
  onFinished(async () => {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    worker.disconnect();
    await once(worker, "exit");
  });
  return worker;
}

async function sendDocument(api: TestApi, person: Caller, bytes: Buffer) {
  const { slug } = await makeProject(api.database.db);
  const form = await makeForm([["file", bytes, "planogram.pdf"]]);
  const url = `/api/tasks/eventId/count/projectId/${slug}/create`;
  const headers = { ...person.headers, ...form.headers };
  return taskSchema.parse((await api.inject({ method: "POST", url, payload: form.payload, headers })).json());
}

// Both tests wait for missing heartbeats most of the time, so they run at the same time.
describe.concurrent("a killed worker", () => {
  it(
    "a task whose worker is killed is retried once within 30 s",
    { timeout: 180_000 },
    async ({ expect, onTestFinished }) => {
      const api = await startApi(onTestFinished);
      const person = await api.signIn();
      const first = startWorkerProcess(api, onTestFinished);
      const { taskId } = await sendDocument(api, person, await samplePdf(10, 30));
      const read = async () => person.rpc.task.getTask.query({ taskId });
      await expect.poll(async () => (await read()).status, { interval: 20 }).toBe(2);
      // Kill the worker while it reads the document.
      await wait(200);
      const died = once(first, "exit");
      first.kill("SIGKILL");
      await died;
      const killedAt = Date.now();
      expect(await read()).toMatchObject({ status: 2, documents: [{ isOriginal: true }] });
      startWorkerProcess(api, onTestFinished);
      const taken = async () => (await api.database.pool.query("select attempts from tasks")).rows;
      await expect.poll(taken, { timeout: 60_000, interval: 100 }).toEqual([{ attempts: 2 }]);
      expect(Date.now() - killedAt).toBeLessThan(30_000);
      await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 100 }).toBe(3);
      const names = (await read()).documents.map(({ fileName }) => fileName);
      expect(names.slice(0, 3)).toEqual(["planogram.pdf", "text.md", "structure.json"]);
      expect(new Set(names).size).toBe(names.length);
      expect(await taken()).toEqual([{ attempts: 2 }]);
      // The next start of the server removes the killed worker's temporary files.
      const { db, blobs, previews, log, config } = api.services;
      expect(await reconcile({ db, blobs, previews, log, startedAt: new Date() })).toMatchObject({
        unreferenced: 0,
        missing: [],
      });
      // The second worker removes its own files just after it has finished the task.
      await expect.poll(() => readdir(join(config.dataDir, "incoming"))).toEqual([]);
    },
  );

  it("restarts the job of a dead worker within 30 s", async ({ expect, onTestFinished }) => {
    const api = await startApi(onTestFinished);
    const { db } = api.database;
    const { databaseUrl, config, log, blobs, queue } = api.services;
    const startPhotoWorker = () => startWorker({ ...config, databaseUrl, fakeModel: true, log });
    const fake = await makeModel(db, { name: "fake" });
    const { sha256, sizeBytes } = await blobs.put(Readable.from([samplePhoto()]));
    const { sid: projectSid } = await makeProject(db);
    const size = { rawWidth: SAMPLE_SIZE.width, rawHeight: SAMPLE_SIZE.height };
    const image = await makeImage(db, { projectSid, sha256, sizeBytes, ...size });
    const request = { imageSids: [image.sid], modelSid: fake.sid, options: {} };
    await db.transaction((tx) => enqueueDetections(tx, queue, request));
    // A worker takes the job and dies.
    expect(await queue.boss.fetch("detect-photo")).toHaveLength(1);
    const worker = await startPhotoWorker();
    const jobs = () => db.select().from(imageJobs).where(eq(imageJobs.imageSid, image.sid));
    await expect.poll(async () => (await jobs())[0]?.state, { timeout: 30_000 }).toBe("done");
    expect(await jobs()).toMatchObject([{ attempts: 2 }]);
    await worker.stop();
  });
});
