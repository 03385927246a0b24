import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../config/config.ts";
import { makeForm } from "../testing/make-form.ts";
import { startS3 } from "../testing/s3-server.ts";
import { createTestApi } from "../testing/test-api.ts";
import { makeProject } from "../testing/factories.ts";
import { pino } from "pino";
import { superviseWorker } from "./worker-supervisor.ts";

const PHOTO = join(import.meta.dirname, "../../../samples/0101.jpg");

it("passes settings to the worker that its environment lacks, such as those of the S3 store", async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.stop());
  expect(readConfig().s3).toBeNull();
  const api = await createTestApi({ s3: s3.settings, fakeModel: true });
  onTestFinished(() => api.close());
  const { config, databaseUrl } = api.services;
  const worker = superviseWorker({ ...config, databaseUrl }, pino({ level: "silent" }));
  onTestFinished(() => worker.stop());
  const person = await api.signIn();
  const { slug } = await makeProject(api.database.db);
  const form = await makeForm([["file", await readFile(PHOTO), "0101.jpg"]]);
  const answer = await api.inject({
    method: "POST",
    url: `/api/projects/${slug}/images/upload`,
    headers: { ...person.headers, ...form.headers },
    payload: form.payload,
  });
  expect(answer.statusCode).toBe(200);
  const states = async () => (await api.database.pool.query("select state from image_jobs")).rows;
  await expect.poll(states).toEqual([{ state: "done" }]);
});
