import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { eq } from "../../db/drizzle.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { images } from "../../db/schema/images.ts";
import { makeArea, makeProject } from "../../testing/factories.ts";
import { makeForm } from "../../testing/make-form.ts";
import { samplePhoto } from "../../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  await api.services.queue.start();
  person = await api.signIn();
});
afterAll(() => api.close());

/** A photo whose bytes after the end of the image make it 300 kB. */
const largePhoto = (): Buffer => Buffer.concat([samplePhoto(), randomBytes(300_000)]);
const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const pathOf = (slug: string, hash: string): string => `/api/projects/${slug}/images/upload/${hash}`;
const incoming = (): Promise<string[]> => readdir(join(api.services.config.dataDir, "incoming"));
const RAW = { "content-type": "application/octet-stream" };

async function put(slug: string, bytes: Buffer, { hash = sha256(bytes), query = "name=shelf.jpg" } = {}) {
  const headers = { ...person.headers, ...RAW };
  const url = `${pathOf(slug, hash)}?${query}`;
  const response = await api.inject({ method: "PUT", url, headers, payload: bytes });
  return { status: response.statusCode, ...response.json() };
}

async function offsetOf(slug: string, hash: string, caller = person): Promise<number> {
  const response = await api.inject({ url: `${pathOf(slug, hash)}/offset`, headers: caller.headers });
  return response.json<{ offset: number }>().offset;
}

/** Sends the head of a request and a part of its body, and breaks the connection once the server has stored the part. */
async function putInterrupted(slug: string, bytes: Buffer, end: number): Promise<void> {
  if (!api.app.server.listening) await api.app.listen({ port: 0, host: "127.0.0.1" });
  const address = api.app.server.address();
  const socket = connect(typeof address === "object" && address ? address.port : 0, "127.0.0.1");
  const headers = { ...person.headers, ...RAW, host: "precount.test", "content-length": bytes.length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`PUT ${pathOf(slug, sha256(bytes))}?name=a.jpg HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  socket.write(bytes.subarray(0, end));
  await expect.poll(async () => (await incoming()).length).toBe(1);
  socket.end();
  await expect.poll(() => offsetOf(slug, sha256(bytes))).toBeGreaterThan(0);
}

it("stores a photo that is sent as the body, with its fields, and once only", async () => {
  const { slug, sid } = await makeProject(api.database.db);
  const area = await makeArea(api.database.db, { projectSid: sid, number: 12 });
  const photo = samplePhoto();
  const query = "name=Shelf%203.jpg&areaCode=12";
  const first = await put(slug, photo, { query });
  expect(first).toMatchObject({
    status: 200,
    images: [{ name: "Shelf 3.jpg", sha256: sha256(photo), duplicate: false }],
    errors: [],
  });
  expect(await put(slug, photo, { query })).toMatchObject({ status: 200, images: [{ duplicate: true }] });
  const rows = await api.database.db.select().from(images).where(eq(images.projectSid, sid));
  expect(rows).toMatchObject([{ name: "Shelf 3.jpg", areaSid: area.sid, sizeBytes: photo.length }]);
  expect(await incoming()).toEqual([]);
});

it("continues an interrupted upload where it broke off, for the same person only", async () => {
  const { slug } = await makeProject(api.database.db);
  const photo = largePhoto();
  await putInterrupted(slug, photo, 200_000);
  const offset = await offsetOf(slug, sha256(photo));
  expect(offset).toBe(200_000);
  expect(await offsetOf(slug, sha256(photo), await api.signIn())).toBe(0);
  const hash = sha256(photo);
  expect(await put(slug, photo.subarray(1000), { hash, query: "offset=1000" })).toMatchObject({ status: 409 });
  expect(await put(slug, photo.subarray(offset), { hash, query: `name=a.jpg&offset=${offset}` })).toMatchObject({
    status: 200,
    images: [{ sha256: hash, duplicate: false }],
  });
  expect(await incoming()).toEqual([]);
});

it("refuses bytes with another hash, an address without a hash and a file that is no photo, and keeps nothing", async () => {
  const { slug } = await makeProject(api.database.db);
  expect(await put(slug, samplePhoto(), { hash: "0".repeat(64) })).toMatchObject({
    status: 400,
    message: "The photo was damaged on the way to the server. Send it again.",
  });
  expect(await put(slug, samplePhoto(), { hash: "no-hash" })).toMatchObject({ status: 400 });
  expect(await put(slug, Buffer.from("<!doctype html>"))).toMatchObject({
    status: 400,
    message: expect.stringContaining("not a photo we can read"),
  });
  expect(await incoming()).toEqual([]);
});

it.each([
  ["offset=abc", "offset must be a whole number from 0."],
  ["offset=-1", "offset must be a whole number from 0."],
  [`storeNumber=${"7".repeat(65)}`, "storeNumber must have at most 64 characters."],
  ["bayCode=1&bayCode=2", "Send bayCode only once."],
  ["areaCode=B7", "areaCode must be the number of an area, such as 12."],
  [`name=${"n".repeat(1001)}`, "name must have at most 1000 characters."],
])("refuses a photo with a field that cannot be stored: %s", async (query, message) => {
  const { slug, sid } = await makeProject(api.database.db);
  const answer = await put(slug, samplePhoto(), { query: `${query}&shelfCode=7` });
  expect(answer).toMatchObject({ status: 400, code: "BAD_REQUEST", message });
  expect(await api.database.db.$count(images, eq(images.projectSid, sid))).toBe(0);
  expect(await incoming()).toEqual([]);
});

it("refuses the photos of a form that follow a field that cannot be stored, and keeps the others", async () => {
  const { slug, sid } = await makeProject(api.database.db);
  const form = await makeForm([
    ["file", samplePhoto(), "kept.jpg"],
    ["areaCode", "901"],
    ["storeNumber", "7".repeat(200)],
    ["file", samplePhoto({ orientation: 6 }), "refused.jpg"],
  ]);
  const url = `/api/projects/${slug}/images/upload`;
  const headers = { ...person.headers, ...form.headers };
  const response = await api.inject({ method: "POST", url, headers, payload: form.payload });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({
    images: [{ name: "kept.jpg" }],
    errors: [{ name: "refused.jpg", message: "storeNumber must have at most 64 characters." }],
  });
  expect(await api.database.db.$count(images, eq(images.projectSid, sid))).toBe(1);
});
