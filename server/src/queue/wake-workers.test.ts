import { afterAll, beforeAll, expect, it } from "vitest";
import { newSid } from "../lib/ids.ts";
import { type TestDatabase, createTestDatabase } from "../testing/test-database.ts";
import { JobQueue } from "./job-queue.ts";
import { makeCrops } from "./make-crops.job.ts";

let database: TestDatabase;
let queue: JobQueue;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = new JobQueue({
    url: database.url,
    role: "worker",
    onError: (error) => {
      throw error;
    },
  });
  await queue.start();
});
afterAll(async () => {
  await queue.stop();
  await database.close();
});

it("starts a delayed job and its retry when they are due, not at the next poll", async () => {
  // Only waking starts these jobs, because the worker polls each hour.
  const rare = { pollingIntervalSeconds: 3600, notifyPollingIntervalSeconds: 3600 };
  const attempts: number[] = [];
  await queue.boss.work(makeCrops.name, { ...rare, includeMetadata: true }, async ([job]) => {
    attempts.push(job!.retryCount);
    if (job!.retryCount === 0) throw new Error("The first attempt fails.");
  });
  const [id] = await queue.send(database.db, makeCrops, [{ imageSid: newSid() }], { delaySeconds: 1 });
  await expect
    .poll(async () => (await queue.boss.findJobs(makeCrops.name, { id: id! })).map(({ state }) => state))
    .toEqual(["completed"]);
  expect(attempts).toEqual([0, 1]);
});
