/** A worker whose model runs on a model server: a photo waits while the model server is down and is processed when it is back. */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { startModelServer } from "@precount/vision/testing";
import { writeModelRepository } from "@precount/vision";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { eq, sql } from "../db/drizzle.ts";
import { imageDetections } from "../db/schema/detections.ts";
import { images } from "../db/schema/images.ts";
import { imageJobs } from "../db/schema/jobs.ts";
import { models } from "../db/schema/models.ts";
import { makeImage, makeProject } from "../testing/factories.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";
import { startWorker } from "../processes/worker.ts";
import { enqueueDetections } from "../queue/enqueue.ts";

const PHOTO = join(import.meta.dirname, "../../../samples/0101.jpg");

let api: TestApi;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
beforeAll(async () => {
  api = await createTestApi();
  folder = await makeTemporaryFolder();
  await writeModelRepository(folder.path);
});
afterAll(async () => {
  await api.close();
  await folder.remove();
});

async function jobOf(imageSid: string) {
  const [job] = await api.database.db.select().from(imageJobs).where(eq(imageJobs.imageSid, imageSid));
  if (!job) throw new Error("the image has no job");
  return job;
}

it("a photo waits for its model server with a message, and is detected when it answers", async () => {
  const { databaseUrl, config, log, blobs, queue } = api.services;
  const { db } = api.database;
  const first = await startModelServer({ repository: folder.path });
  const modelServer = { url: first.url, token: null, isBinary: false };
  await first.close();

  const worker = await startWorker({ ...config, databaseUrl, modelServer, log });
  onTestFinished(() => worker.stop());
  const [model] = await db.select().from(models).where(eq(models.name, "precount"));
  expect(model).toMatchObject({ backend: "kserve", status: "active" });

  const { sha256, sizeBytes } = await blobs.put(createReadStream(PHOTO));
  const project = await makeProject(db);
  const image = await makeImage(db, { projectSid: project.sid, sha256, sizeBytes, rawWidth: 4032, rawHeight: 3024 });
  const wanted = { imageSids: [image.sid], modelSid: model!.sid, options: {} };
  await db.transaction(async (tx) => {
    await enqueueDetections(tx, queue, wanted);
    // If the attempt counted, it would be the last one.
    await tx.execute(sql`update pgboss.job set retry_limit = 0 where name = 'detect-photo'`);
  });
  await expect.poll(async () => (await jobOf(image.sid)).state).toBe("retrying");
  const waiting = await jobOf(image.sid);
  expect(waiting).toMatchObject({ attempts: 1, error: "The model server cannot be reached (ECONNREFUSED)." });
  expect(waiting.retryAt?.getTime()).toBeGreaterThan(Date.now());

  const port = Number(new URL(first.url).port);
  const second = await startModelServer({ repository: folder.path, port });
  onTestFinished(() => second.close());
  // Skips the queue's retry delay.
  await api.database.pool.query("update pgboss.job set start_after = now() where name = 'detect-photo'");
  await expect
    .poll(() => jobOf(image.sid), { timeout: 60_000 })
    .toMatchObject({ state: "done", attempts: 1, error: null });
  const [found] = await db.select().from(imageDetections).where(eq(imageDetections.imageSid, image.sid));
  expect(found?.predictions.filter(({ code }) => /^\d{6}$/.test(code.value)).length).toBeGreaterThan(5);
  const [now] = await db.select().from(images).where(eq(images.sid, image.sid));
  // Pending, because the model is certain of every value of this photo.
  expect(now).toMatchObject({ status: "pending" });
  expect(second.requests.filter((request) => request.startsWith("POST")).length).toBeGreaterThan(2);
});
