import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { type Socket, connect } from "node:net";
import { join } from "node:path";
import { eq } from "../../db/drizzle.ts";
import type { InjectOptions } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createApi } from "../../processes/api.ts";
import { auditEntries } from "../../db/schema/audit.ts";
import { images } from "../../db/schema/images.ts";
import { imageJobs } from "../../db/schema/jobs.ts";
import { projects } from "../../db/schema/projects.ts";
import { reconcile } from "../../storage/reconcile.ts";
import { makeArea, makeModel, makeProject } from "../../testing/factories.ts";
import { SAMPLE_SIZE, hugePng, samplePhoto } from "../../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../../testing/test-api.ts";
import type { UploadAnswer } from "./route.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  await api.services.queue.start();
  person = await api.signIn();
  await makeModel(api.database.db, { name: "fake" });
});
afterAll(() => api.close());

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
type Part = [name: string, content: string | Uint8Array, fileName?: string];

async function form(parts: readonly Part[]): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const data = new FormData();
  for (const [name, content, fileName] of parts) {
    if (typeof content === "string" && fileName === undefined) data.append(name, content);
    else {
      const bytes = typeof content === "string" ? content : new Uint8Array(content);
      data.append(name, new Blob([bytes], { type: "image/jpeg" }), fileName ?? "photo.jpg");
    }
  }
  const response = new Response(data);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { "content-type": response.headers.get("content-type") ?? "" },
  };
}

async function upload(slug: string, parts: readonly Part[], options: Partial<InjectOptions> = {}) {
  const { payload, headers } = await form(parts);
  const url = `/api/projects/${slug}/images/upload`;
  const all = { ...person.headers, ...options.headers, ...headers };
  const response = await api.inject({ method: "POST", url, payload, ...options, headers: all });
  const body: UploadAnswer & { code?: string; message?: string } = response.json();
  return { status: response.statusCode, ...body };
}

const file = (content: Uint8Array | string, name = "shelf.jpg"): Part => ["file", content, name];
const rowsOf = (projectSid: string) => api.database.db.select().from(images).where(eq(images.projectSid, projectSid));
const event = (given: Parameters<typeof makeProject>[1] = {}) => makeProject(api.database.db, given);
const incoming = (): Promise<string[]> => readdir(join(api.services.config.dataDir, "incoming"));

/** Rows and files agree, and no partial file is left. */
async function expectNothingOrphaned(): Promise<void> {
  const { db, blobs, previews, log } = api.services;
  expect(await incoming()).toEqual([]);
  const found = await reconcile({ db, blobs, previews, log, startedAt: new Date() });
  expect(found).toEqual({ abandoned: 0, unreferenced: 0, missing: [] });
}

describe("S7.15 POST projects/{projectId}/images/upload", () => {
  it("S7.18 adds a photo: file, row, jobs and answer, with data from EXIF and the file name", async () => {
    const project = await event({ defaultRotation: "rotate180" });
    const photo = samplePhoto({ orientation: 6, make: "Canon", capturedAt: "2026:10:31 09:15:00" });
    const answer = await upload(project.slug, [["storeNumber", "42"], file(photo, "117_A04_02.jpg")]);
    expect(answer.status).toBe(200);
    expect(answer.errors).toEqual([]);
    const [row] = await rowsOf(project.sid);
    expect(answer.images).toEqual([
      { sid: row?.sid, name: "117_A04_02.jpg", sha256: sha256(photo), duplicate: false, areaCode: null },
    ]);
    expect(row).toMatchObject({
      status: "uploaded",
      format: "jpeg",
      sizeBytes: photo.length,
      rawWidth: SAMPLE_SIZE.width,
      rawHeight: SAMPLE_SIZE.height,
      orientation: "rotate90CW",
      rotation: "rotate180",
      cameraBrand: "Canon",
      storeNumber: "42",
      bayCode: "A04",
      shelfCode: "02",
      createdBy: person.user.sid,
    });
    expect(row?.capturedAt?.toISOString()).toBe("2026-10-31T09:15:00.000Z");
    const jobs = await api.database.db
      .select()
      .from(imageJobs)
      .where(eq(imageJobs.imageSid, row?.sid ?? ""));
    expect(jobs).toMatchObject([{ state: "queued", attempts: 0, maxAttempts: 5 }]);
    expect(await api.services.blobs.has(sha256(photo))).toBe(true);
    await expectNothingOrphaned();
  });

  it("answers under the alias without /api too, and takes the event's sid", async () => {
    const project = await event();
    const url = `/projects/${project.sid}/images/upload`;
    expect(await upload(project.slug, [file(samplePhoto())], { url })).toMatchObject({ status: 200, errors: [] });
  });

  it("links the photo to an existing area by field or file name", async () => {
    const project = await event();
    const area = await makeArea(api.database.db, { projectSid: project.sid, number: 412 });
    const byField = await upload(project.slug, [["areaCode", "0412"], file(samplePhoto(), "a.jpg")]);
    // The event has neither area 413 nor 414.
    const byName = await upload(project.slug, [file(samplePhoto(), "0412 (2).jpg"), file(samplePhoto(), "413.jpg")]);
    const unknown = await upload(project.slug, [["areaCode", "414"], file(samplePhoto(), "b.jpg")]);
    const answered = [byField, byName, unknown].flatMap((answer) => answer.images.map(({ areaCode }) => areaCode));
    expect(answered).toEqual(["412", "412", null, null]);
    const linked = Object.fromEntries((await rowsOf(project.sid)).map((row) => [row.name, row.areaSid]));
    expect(linked).toEqual({ "a.jpg": area.sid, "0412 (2).jpg": area.sid, "413.jpg": null, "b.jpg": null });
  });

  it("links a photo that the event has without an area to the area of the field, and tells its area and status", async () => {
    const project = await event();
    const { db } = api.database;
    const first = await makeArea(db, { projectSid: project.sid, number: 5 });
    await makeArea(db, { projectSid: project.sid, number: 6 });
    const photo = samplePhoto();
    const send = async (areaCode: string) => (await upload(project.slug, [["areaCode", areaCode], file(photo)])).images;
    await upload(project.slug, [file(photo)]);
    expect(await send("77")).toMatchObject([{ duplicate: true, existing: { areaCode: null, status: "uploaded" } }]);
    expect(await send("05")).toMatchObject([{ duplicate: true, existing: { areaCode: "5", status: "uploaded" } }]);
    // The image stays in its first area.
    expect(await send("6")).toMatchObject([{ duplicate: true, existing: { areaCode: "5" } }]);
    const [row] = await rowsOf(project.sid);
    expect(row?.areaSid).toBe(first.sid);
    const entries = await db.select().from(auditEntries);
    // The first upload and the link.
    expect(entries.filter(({ projectSid }) => projectSid === project.sid)).toHaveLength(2);
    const about = entries.filter(({ subjectSid }) => subjectSid === row?.sid);
    expect(about.map(({ details }) => details["duplicate"] ?? false)).toEqual([false, true, true, true]);
    const unlink = { areaSid: null, areaUnlinkedAt: new Date(), areaUnlinkedBy: person.user.sid };
    await db
      .update(images)
      .set({ ...unlink, status: "processed" })
      .where(eq(images.projectSid, project.sid));
    // A person took the area away, so an upload does not give one.
    expect(await send("6")).toMatchObject([{ existing: { areaCode: null, status: "processed" } }]);
  });

  it("needs a session, and its id in the header", async () => {
    const project = await event();
    expect(await upload(project.slug, [file(samplePhoto())], { headers: { cookie: "" } })).toMatchObject({
      status: 401,
      code: "UNAUTHORIZED",
    });
    expect(await upload(project.slug, [file(samplePhoto())], { headers: { "x-session-id": "" } })).toMatchObject({
      status: 401,
    });
  });

  it("is NOT_FOUND for a hidden event", async () => {
    const project = await event({ status: "preview" });
    expect(await upload(project.slug, [file(samplePhoto())])).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(await upload("no-such-event", [file(samplePhoto())])).toMatchObject({ status: 404 });
  });

  it.each(["completed", "discarded", "archived"] as const)("S4.08 is refused when the event is %s", async (status) => {
    const project = await event({ status });
    const answer = await upload(project.slug, [file(samplePhoto())]);
    expect(answer).toMatchObject({ status: 412, code: "PRECONDITION_FAILED" });
    expect(answer.message).toContain(`This event is ${status}`);
    expect(await rowsOf(project.sid)).toEqual([]);
  });
});

describe("invalid input", () => {
  const cut = samplePhoto().subarray(0, -40);
  it.each<[string, Uint8Array | string, RegExp]>([
    ["an empty file", "", /The file is empty/],
    ["a truncated JPEG", cut, /truncated|incomplete|cut|end/i],
    ["HTML named .jpg", "<!doctype html><script>alert(1)</script>", /not a photo we can read/],
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>', /not a photo we can read/],
    ["a GIF", "GIF89a", /not a photo we can read/],
    ["a PNG of 30,000 × 30,000 pixels", hugePng(30_000, 30_000), /100 megapixels/],
    ["a JPEG's beginning and nothing else", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /photo/],
  ])("%s", async (_, content, message) => {
    const project = await event();
    const answer = await upload(project.slug, [
      file(samplePhoto(), "first.jpg"),
      file(content, "bad.jpg"),
      file(samplePhoto(), "last.jpg"),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.images.map(({ name }) => name)).toEqual(["first.jpg", "last.jpg"]);
    expect(answer.errors).toEqual([{ name: "bad.jpg", message: expect.stringMatching(message) }]);
    expect(await rowsOf(project.sid)).toHaveLength(2);
    await expectNothingOrphaned();
  });

  it("gives 400 with the reason of each file if all are invalid", async () => {
    const project = await event();
    const answer = await upload(project.slug, [file("", "a.jpg"), file("nothing", "b.jpg")]);
    expect(answer).toMatchObject({ status: 400, code: "BAD_REQUEST", message: "The file is empty.", images: [] });
    expect(answer.errors.map(({ name }) => name)).toEqual(["a.jpg", "b.jpg"]);
  });

  it("refuses a form without a file", async () => {
    const project = await event();
    expect(await upload(project.slug, [["areaCode", "1"]])).toMatchObject({
      status: 400,
      message: "No file was sent.",
    });
  });

  it("refuses a photo over 100 MB with a message, and accepts the next one", async () => {
    const project = await event();
    const large = Buffer.alloc(100 * 1024 * 1024 + 1);
    samplePhoto().copy(large);
    const answer = await upload(project.slug, [file(large, "large.jpg"), file(samplePhoto(), "small.jpg")]);
    expect(answer.images.map(({ name }) => name)).toEqual(["small.jpg"]);
    expect(answer.errors).toEqual([{ name: "large.jpg", message: expect.stringContaining("larger than 100 MB") }]);
    await expectNothingOrphaned();
  });

  it("stores names of 300 characters and hostile names as text", async () => {
    const project = await event();
    const names = [
      `${"n".repeat(300)}.jpg`,
      "../../../etc/cron.d/x.jpg",
      "<img src=x onerror=alert(1)>.jpg",
      "a\u202Egpj.exe",
    ];
    const answer = await upload(
      project.slug,
      names.map((name) => file(samplePhoto(), name)),
    );
    expect(answer.images.map(({ name }) => name)).toEqual([
      `${"n".repeat(251)}.jpg`,
      "x.jpg",
      "<img src=x onerror=alert(1)>.jpg",
      "agpj.exe",
    ]);
    await expectNothingOrphaned();
  });
});

describe("a body that is not a form", () => {
  it.each([
    ["application/json", "{}"],
    ["text/plain", "photo"],
    ["application/octet-stream", "photo"],
    ["image/jpeg", "photo"],
    ["multipart/form-data", "photo"],
  ])("of type %s is refused with what to send, as no interrupted upload", async (type, payload) => {
    const { slug } = await event();
    for (const url of [`/api/projects/${slug}/images/upload`, "/api/verify", "/api/analyze"]) {
      const headers = { ...person.headers, "content-type": type };
      const response = await api.inject({ method: "POST", url, headers, payload });
      const message = "Send a form (multipart/form-data) with the file.";
      expect([url, response.statusCode, response.json()]).toEqual([
        url,
        415,
        { code: "UNSUPPORTED_MEDIA_TYPE", message },
      ]);
    }
  });
});

describe("PD-15: the same bytes", () => {
  it("are one row in an event, also under another name", async () => {
    const project = await event();
    const photo = samplePhoto();
    const first = await upload(project.slug, [file(photo, "a.jpg")]);
    // A form encodes quotation marks.
    const again = await upload(project.slug, [file(photo, 'b "2".jpg')]);
    expect(again).toMatchObject({ status: 200, errors: [] });
    const existing = { areaCode: null, status: "uploaded" };
    expect(again.images).toEqual([{ ...first.images[0], name: 'b "2".jpg', duplicate: true, existing }]);
    expect(await rowsOf(project.sid)).toHaveLength(1);
    await expectNothingOrphaned();
  });

  it("are one row for twelve concurrent uploads, in one form and in several", async () => {
    const project = await event();
    const photo = samplePhoto();
    const answers = await Promise.all([
      upload(
        project.slug,
        Array.from({ length: 4 }, () => file(photo)),
      ),
      ...Array.from({ length: 8 }, () => upload(project.slug, [file(photo)])),
    ]);
    const taken = answers.flatMap((answer) => answer.images);
    expect(taken).toHaveLength(12);
    expect(taken.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(new Set(taken.map(({ sid }) => sid)).size).toBe(1);
    expect(await rowsOf(project.sid)).toHaveLength(1);
    await expectNothingOrphaned();
  });

  it("are another row of the same file in another event", async () => {
    const photo = samplePhoto();
    const [a, b] = [await event(), await event()];
    const answers = [await upload(a.slug, [file(photo)]), await upload(b.slug, [file(photo)])];
    expect(answers.map(({ images: [image] }) => image?.duplicate)).toEqual([false, false]);
  });
});

/** A real connection, because the test breaks it. */
async function openSocket(app = api.app): Promise<{ socket: Socket; port: number }> {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { socket: connect(port, "127.0.0.1"), port };
}

function requestHead(slug: string, length: number, contentType: string): string {
  const headers = { ...person.headers, host: "precount.test", "content-type": contentType, "content-length": length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `POST /api/projects/${slug}/images/upload HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

describe("interruptions", () => {
  it("keeps complete photos when the connection breaks", async () => {
    const project = await event();
    const whole = samplePhoto();
    const body = await form([file(whole, "whole.jpg"), file(Buffer.concat([samplePhoto(), Buffer.alloc(500_000)]))]);
    const { socket } = await openSocket();
    socket.write(requestHead(project.slug, body.payload.length, body.headers["content-type"] ?? ""));
    socket.write(body.payload.subarray(0, body.payload.length - 100_000));
    await expect.poll(async () => (await rowsOf(project.sid)).length).toBe(1);
    await expect.poll(async () => (await incoming()).length).toBe(1);
    socket.destroy();
    await expect.poll(incoming).toEqual([]);
    expect((await rowsOf(project.sid)).map(({ sha256 }) => sha256)).toEqual([sha256(whole)]);
    await expectNothingOrphaned();
  });

  it("a form that ends in the middle of a photo is answered as interrupted, not as a failure", async () => {
    const project = await event();
    const { payload, headers } = await form([file(samplePhoto())]);
    const url = `/api/projects/${project.slug}/images/upload`;
    const cut = { payload: payload.subarray(0, -200), headers: { ...person.headers, ...headers } };
    const response = await api.inject({ method: "POST", url, ...cut });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toContainEqual({
      name: "shelf.jpg",
      message: "The upload was interrupted. Please send this photo again.",
    });
    await expectNothingOrphaned();
  });

  it("logs an upload whose connection breaks as information, not as an error", async () => {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
    const app = await createApi({ ...api.services, log });
    onTestFinished(() => app.close());
    const project = await event();
    const body = await form([file(Buffer.concat([samplePhoto(), Buffer.alloc(500_000)]))]);
    const { socket } = await openSocket(app);
    socket.write(requestHead(project.slug, body.payload.length, body.headers["content-type"] ?? ""));
    socket.write(body.payload.subarray(0, -100_000));
    await expect.poll(async () => (await incoming()).length).toBe(1);
    socket.destroy();
    await expect.poll(() => lines.map(({ msg }) => msg)).toContain("an upload was interrupted");
    expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    await expectNothingOrphaned();
  });

  it("an event that is completed during the upload gives a message and keeps no file", async () => {
    const project = await event();
    const photo = samplePhoto();
    const body = await form([file(photo)]);
    const { socket } = await openSocket();
    socket.write(requestHead(project.slug, body.payload.length, body.headers["content-type"] ?? ""));
    socket.write(body.payload.subarray(0, -20));
    await expect.poll(async () => (await incoming()).length).toBe(1);
    await api.database.db.update(projects).set({ status: "completed" }).where(eq(projects.sid, project.sid));
    socket.write(body.payload.subarray(-20));
    const answer = await new Promise<string>((resolve) => {
      socket.once("data", (data) => resolve(String(data)));
    });
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1.1 400/);
    expect(answer).toContain("This event is completed: reopen it first.");
    expect(await api.services.blobs.has(sha256(photo))).toBe(false);
    expect(await rowsOf(project.sid)).toEqual([]);
    await expectNothingOrphaned();
  });

  it("a failure to queue the job rolls back the row and removes the file", async () => {
    const project = await event();
    const photo = samplePhoto();
    await api.database.pool.query("alter table pgboss.queue rename to queue_away");
    const answer = await upload(project.slug, [file(photo)]);
    await api.database.pool.query("alter table pgboss.queue_away rename to queue");
    expect(answer).toMatchObject({ status: 400, message: "The server encountered an error!" });
    expect(await rowsOf(project.sid)).toEqual([]);
    expect(await api.services.blobs.has(sha256(photo))).toBe(false);
    await expectNothingOrphaned();
  });
});
