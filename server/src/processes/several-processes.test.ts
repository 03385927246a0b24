import { createHash } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { readJournal } from "../db/migrate.ts";
import { freePort } from "../testing/free-port.ts";
import { type Running, startProcess } from "../testing/processes.ts";
import { startS3 } from "../testing/s3-server.ts";
import { samplePhoto } from "../testing/sample-photos.ts";
import { S3BlobStore } from "../storage/s3-blob-store.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { type TestDatabase, createEmptyDatabase } from "../testing/test-database.ts";

// Real processes on two cores take long.

const ADMIN = { ADMIN_EMAIL: "admin@precount.test", ADMIN_PASSWORD: "Shelf-photos-2026" };
const started: Running[] = [];
let database: TestDatabase;
let s3: Awaited<ReturnType<typeof startS3>>;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let apis: Running[];
let workers: Running[];
let workerPorts: number[];
let headers: Record<string, string>;

/** A process that shares the database and the bucket with the others and has its own folder. */
async function start(name: string, args: readonly string[], more: Record<string, string> = {}): Promise<Running> {
  const { bucket, prefix, endpoint } = s3.settings;
  const shared = {
    DATABASE_URL: database.url,
    S3_BUCKET: bucket,
    S3_PREFIX: prefix,
    S3_ENDPOINT: endpoint ?? "",
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVERS3RVER",
  };
  const own = { DATA_DIR: join(folder.path, name), PORT: "0", FAKE_MODEL: "true", ...ADMIN, ...more };
  const running = await startProcess(args, { ...shared, ...own });
  started.push(running);
  return running;
}

beforeAll(async () => {
  [database, s3, folder] = await Promise.all([createEmptyDatabase(), startS3(), makeTemporaryFolder()]);
  workerPorts = [await freePort(), await freePort()];
  const server = (name: string) => start(name, ["serve", "--no-worker"], { SHUTDOWN_DELAY_SECONDS: "1" });
  const worker = (name: string, port = 0) => start(name, ["worker"], { METRICS_PORT: String(port) });
  // All processes start at the same time on an empty database.
  const all = await Promise.all([
    server("api-1"),
    server("api-2"),
    start("migrate-1", ["migrate", "--bucket"], { S3_BUCKET: "made" }),
    start("migrate-2", ["migrate", "--bucket"], { S3_BUCKET: "made" }),
    worker("worker-1", workerPorts[0]),
    worker("worker-2", workerPorts[1]),
  ]);
  apis = all.slice(0, 2);
  workers = all.slice(4);
  headers = await signIn(apis[0]?.address ?? "");
});
afterAll(async () => {
  for (const { child } of started) child.kill("SIGKILL");
  await Promise.all(started.map(({ ended }) => ended));
  await Promise.all([database.close(), s3.stop(), folder.remove()]);
});

async function signIn(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/trpc/user.login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  });
  const { result } = (await answer.json()) as { result: { data: { session: { id: string } } } }; // our own answer
  const cookie = answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  return { cookie, "x-session-id": result.data.session.id };
}

async function makeEvent(slug: string): Promise<void> {
  const answer = await fetch(`${apis[1]?.address}/trpc/project.createProject`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name: slug, slug }),
  });
  expect(answer.status).toBe(200);
}

/** The event stream of a page; `text` grows. */
async function listen(url: string, slug: string) {
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const answer = await fetch(`${url}/api/projects/${slug}/events`, { headers, signal: over.signal });
  const heard = { text: "", ended: false };
  void (async () => {
    for await (const chunk of answer.body ?? []) heard.text += Buffer.from(chunk).toString();
    heard.ended = true;
  })().catch(() => undefined);
  return heard;
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
}

it("that start together on an empty database migrate it once and create one admin", async () => {
  const { rows } = await database.pool.query("select created_at::text from drizzle.__drizzle_migrations order by id");
  const { entries } = await readJournal();
  expect(rows.map(({ created_at }) => Number(created_at))).toEqual(entries.map(({ when }) => when));
  const admins = await database.pool.query("select email from users");
  await expect(new S3BlobStore(folder.path, { ...s3.settings, bucket: "made" }).check()).resolves.toBeUndefined();
  expect(admins.rows).toEqual([{ email: ADMIN.ADMIN_EMAIL }]);
  expect(await Promise.all(apis.map(({ address }) => statusOf(`${address}/api/ready`)))).toEqual([200, 200]);
  expect(await Promise.all(workerPorts.map((port) => statusOf(`http://127.0.0.1:${port}/readyz`)))).toEqual([200, 200]);
  expect(started.map((running) => running.stderr()).join("")).toBe("");
});

it("a photo uploaded to one process is detected by another, and a page of a third is notified", async () => {
  await makeEvent("across");
  const heard = await listen(apis[1]?.address ?? "", "across");
  const photo = samplePhoto();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(photo)]), "0412.jpg");
  const upload = await fetch(`${apis[0]?.address}/api/projects/across/images/upload`, {
    method: "POST",
    headers,
    body: form,
  });
  const { images } = (await upload.json()) as { images: { sid: string; sha256: string }[] }; // our own answer
  expect(images[0]?.sha256).toBe(createHash("sha256").update(photo).digest("hex"));
  await expect.poll(() => heard.text).toContain('"kind":"detection"');
  const original = await fetch(`${apis[1]?.address}/api/images/${images[0]?.sid}/download`, { headers });
  expect(Buffer.from(await original.arrayBuffer())).toEqual(photo);
});

/** An upload that sends its second half when the test calls `finish`. */
function slowUpload(
  url: string,
  slug: string,
): { sent: ClientRequest; answer: Promise<IncomingMessage>; finish(): void } {
  const photo = samplePhoto();
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="slow.jpg"\r\n\r\n';
  const sent = httpRequest(`${url}/api/projects/${slug}/images/upload`, {
    method: "POST",
    headers: { ...headers, "content-type": "multipart/form-data; boundary=x" },
  });
  const answer = once(sent, "response").then(([response]) => response as IncomingMessage); // node's own
  sent.write(Buffer.concat([Buffer.from(head), photo.subarray(0, 100)]));
  return { sent, answer, finish: () => sent.end(Buffer.concat([photo.subarray(100), Buffer.from("\r\n--x--\r\n")])) };
}

it("that receives SIGTERM is not ready, answers new requests, finishes running ones, and ends event streams, which reconnect elsewhere", async () => {
  const [api] = apis;
  if (!api) throw new Error("no process");
  await makeEvent("leaving");
  const heard = await listen(api.address, "leaving");
  const upload = slowUpload(api.address, "leaving");
  await expect.poll(() => upload.sent.socket?.bytesWritten ?? 0).toBeGreaterThan(100);
  api.child.kill("SIGTERM");
  await expect.poll(() => statusOf(`${api.address}/api/ready`)).toBe(503);
  const late = await fetch(`${api.address}/api/openapi.json`, { headers });
  await late.arrayBuffer();
  expect([late.status, late.headers.get("connection")]).toEqual([200, "close"]);
  expect(heard.ended).toBe(false);
  await expect.poll(() => heard.ended).toBe(true);
  expect(heard.text).toMatch(/\nretry: \d{3,4}\n\n$/);
  await expect(fetch(`${api.address}/api/health`)).rejects.toThrow("fetch failed");
  upload.finish();
  expect((await upload.answer).statusCode).toBe(200);
  expect(await api.ended).toBe(0);
});

it("a worker stops cleanly on a signal", async () => {
  workers[0]?.child.kill("SIGTERM");
  expect(await workers[0]?.ended).toBe(0);
  expect(await statusOf(`http://127.0.0.1:${workerPorts[1]}/readyz`)).toBe(200);
});

it("a second SIGINT or SIGTERM ends it at once", async () => {
  const [, api] = apis;
  api?.child.kill("SIGTERM");
  // Wait until the process has begun to stop.
  await expect.poll(() => statusOf(`${api?.address}/api/ready`)).toBe(503);
  api?.child.kill("SIGINT");
  expect(await Promise.race([api?.ended, delay(5000, "still there")])).toBe("SIGINT");
});
