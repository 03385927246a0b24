import { randomBytes } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { eq } from "../db/drizzle.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lockBlob } from "../db/blob-references.ts";
import { imageJobs } from "../db/schema/jobs.ts";
import { enqueueDetections } from "../queue/enqueue.ts";
import { makeImage, makeModel, makeProject } from "../testing/factories.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";
import { reconcile } from "./reconcile.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const run = () => {
  const { db, blobs, previews, log } = api.services;
  return reconcile({ db, blobs, previews, log, startedAt: new Date() });
};
const put = (bytes = randomBytes(100)) => api.services.blobs.put(Readable.from([bytes]));

it("removes blobs without a row and abandoned staged files", async () => {
  const { blobs, config, previews } = api.services;
  const kept = await put();
  const withoutRow = await put();
  const { sid: projectSid } = await makeProject(api.database.db);
  await makeImage(api.database.db, { projectSid, sha256: kept.sha256 });
  for (const { sha256 } of [kept, withoutRow]) {
    await mkdir(previews.folderOf(sha256), { recursive: true });
    await writeFile(previews.pathOf(sha256, "normal", 320), "picture");
  }
  const half = join(config.dataDir, "incoming", "999999999-half");
  await writeFile(half, "half");
  await utimes(half, new Date(0), new Date(0));
  expect(await run()).toEqual({ abandoned: 1, unreferenced: 1, missing: [] });
  expect(await blobs.has(kept.sha256)).toBe(true);
  expect(await blobs.has(withoutRow.sha256)).toBe(false);
  expect(await previews.list()).toEqual([kept.sha256]);
  expect(await readdir(join(config.dataDir, "incoming"))).toEqual([]);
  expect(await run()).toEqual({ abandoned: 0, unreferenced: 0, missing: [] });
});

it("gives an image without its file one failed job, whether or not a job was open", async () => {
  const { db } = api.database;
  const { sid: modelSid } = await makeModel(db);
  const { sid: projectSid } = await makeProject(db);
  const [waiting, idle] = [await makeImage(db, { projectSid }), await makeImage(db, { projectSid })];
  await db.transaction((tx) =>
    enqueueDetections(tx, api.services.queue, { imageSids: [waiting.sid], modelSid, options: {} }),
  );
  for (const _ of [1, 2]) {
    const { missing } = await run();
    expect(missing.toSorted((a, b) => a.localeCompare(b))).toEqual(
      [waiting.sha256, idle.sha256].toSorted((a, b) => a.localeCompare(b)),
    );
    for (const { sid } of [waiting, idle]) {
      expect(await db.select().from(imageJobs).where(eq(imageJobs.imageSid, sid))).toMatchObject([
        { state: "failed", error: expect.stringContaining("file is missing") },
      ]);
    }
  }
});

it("keeps the blob of an upload that is about to insert its row", async () => {
  const { db, blobs } = api.services;
  const { sha256 } = await put();
  const { sid: projectSid } = await makeProject(db);
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const uploading = db.transaction(async (tx) => {
    await lockBlob(tx, sha256);
    locked.resolve();
    await release.promise;
    await makeImage(tx, { projectSid, sha256 });
  });
  await locked.promise;
  const running = run();
  release.resolve();
  await uploading;
  expect((await running).unreferenced).toBe(0);
  expect(await blobs.has(sha256)).toBe(true);
});
