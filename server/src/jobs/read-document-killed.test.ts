import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { taskSchema } from "@precount/domain";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { forkWorker } from "../processes/worker-supervisor.ts";
import { reconcile } from "../storage/reconcile.ts";
import { makeProject } from "../testing/factories.ts";
import { makeForm } from "../testing/make-form.ts";
import { samplePdf } from "../testing/sample-documents.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
});
afterAll(() => api.close());

/** As `precount serve` starts it. */
function startWorkerProcess(): ChildProcess {
  const { databaseUrl, config } = api.services;
  const worker = forkWorker({ ...config, databaseUrl, fakeModel: true });
  onTestFinished(async () => {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    worker.kill("SIGTERM");
    await once(worker, "exit");
  });
  return worker;
}

async function sendDocument(bytes: Buffer) {
  const { slug } = await makeProject(api.database.db);
  const form = await makeForm([["file", bytes, "planogram.pdf"]]);
  const url = `/api/tasks/eventId/count/projectId/${slug}/create`;
  const headers = { ...person.headers, ...form.headers };
  return taskSchema.parse((await api.inject({ method: "POST", url, payload: form.payload, headers })).json());
}

it("a task whose worker is killed is retried once within 30 s", { timeout: 180_000 }, async () => {
  const first = startWorkerProcess();
  const { taskId } = await sendDocument(await samplePdf(60, 30));
  const read = async () => person.rpc.task.getTask.query({ taskId });
  await expect.poll(async () => (await read()).status, { interval: 20 }).toBe(2);
  // Into the reading.
  await wait(200);
  const died = once(first, "exit");
  first.kill("SIGKILL");
  await died;
  const killedAt = Date.now();
  expect(await read()).toMatchObject({ status: 2, documents: [{ isOriginal: true }] });
  startWorkerProcess();
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
  expect(await readdir(join(config.dataDir, "incoming"))).toEqual([]);
});
