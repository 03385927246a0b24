import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eq } from "../db/drizzle.ts";
import { imageJobs } from "../db/schema/jobs.ts";
import { startS3 } from "../testing/s3-server.ts";
import { makeProject } from "../testing/factories.ts";
import { samplePhoto } from "../testing/sample-photos.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";
import { startWorker } from "../processes/worker.ts";

let s3: Awaited<ReturnType<typeof startS3>>;
let api: TestApi;
let workersFolder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
beforeAll(async () => {
  [s3, workersFolder] = await Promise.all([startS3(), makeTemporaryFolder()]);
  api = await createTestApi({ s3: s3.settings });
  await api.services.start();
});
afterAll(async () => {
  await api.close();
  await s3.stop();
  await workersFolder.remove();
});

it("a photo uploaded on one machine is detected on another one that shares only the database and the bucket", async () => {
  const { databaseUrl, config, log } = api.services;
  const worker = await startWorker({ ...config, databaseUrl, dataDir: workersFolder.path, fakeModel: true, log });
  const person = await api.signIn();
  const project = await makeProject(api.database.db);
  const photo = samplePhoto();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(photo)]), "0412.jpg");
  const { headers, body } = new Request("http://x/", { method: "POST", body: form });
  const answer = await api.inject({
    method: "POST",
    url: `/api/projects/${project.slug}/images/upload`,
    headers: { ...person.headers, "content-type": headers.get("content-type") ?? "" },
    payload: Buffer.from(await new Response(body).arrayBuffer()),
  });
  const [image] = answer.json().images;

  const state = async () =>
    (await api.database.db.select().from(imageJobs).where(eq(imageJobs.imageSid, image.sid)))[0]?.state;
  await expect.poll(state).toBe("done");
  await worker.stop();

  const original = await api.inject({ url: `/api/images/${image.sid}/download`, headers: person.headers });
  expect(original.rawPayload).toEqual(photo);
  const shown = await api.inject({
    url: `/api/projects/${project.slug}/images/${image.sid}/contents?width=320`,
    headers: person.headers,
  });
  expect(shown.headers["content-type"]).toBe("image/jpeg");
  // Only the bucket stores the photo; each machine has a temporary copy.
  expect(await readdir(config.dataDir)).not.toContain("blobs");
  expect(await readdir(join(workersFolder.path, "copies"))).toEqual([image.sha256]);
});
