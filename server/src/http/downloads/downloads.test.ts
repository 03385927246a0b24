import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, get } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { makePatch } from "@precount/domain";
import { unzipSync } from "fflate";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../db/drizzle.ts";
import { images } from "../../db/schema/images.ts";
import { newSid } from "../../lib/ids.ts";
import { makeArea, makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { samplePhoto } from "../../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
  modelSid = (await makeModel(api.database.db, { name: "precount" })).sid;
});
afterAll(() => api.close());

/** A new tab sends only the cookie. */
const download = (url: string, cookie = person.headers["cookie"] ?? "", method: "GET" | "HEAD" = "GET") =>
  api.inject({ method, url, headers: { cookie } });
async function requestOverConnection(path: string): Promise<ClientRequest> {
  if (!api.app.server.listening) await api.app.listen({ port: 0, host: "127.0.0.1" });
  const address = api.app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return get({ host: "127.0.0.1", port, path, headers: { cookie: person.headers["cookie"] ?? "" } });
}
const csvLines = (body: string) => body.slice(1).trimEnd().split("\r\n");

/** An image with its original in the store. */
async function storePhoto(projectSid: string, name: string, photo = samplePhoto()) {
  const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([photo]));
  const { sid } = await makeImage(api.database.db, { projectSid, name, sha256, sizeBytes });
  return { sid, sha256, photo };
}

const openInTab = (url: string, headers: Record<string, string>) =>
  api.inject({ url, headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8", ...headers } });

describe("S7.17 GET /api/projects/{projectId}/stats/download", () => {
  it("PD-58 answers a browser tab with a page that says what happened, and programs with JSON", async () => {
    const ended = await openInTab("/api/projects/spring/stats/download", {});
    expect(ended).toMatchObject({ statusCode: 401, headers: { "content-type": "text/html; charset=utf-8" } });
    expect(ended.body).toContain("<h1>Your session has ended</h1>");
    expect(ended.body).toContain('<a href="/login">Sign in</a>');
    const missing = await openInTab("/api/projects/none/stats/download", person.headers);
    expect(missing.statusCode).toBe(404);
    const { message } = (await download("/api/projects/none/stats/download")).json<{ message: string }>();
    expect(missing.body).toContain(`<p>${message}</p>`);
    // Only the page's own style may apply.
    expect(missing.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  });

  it("gives one row per image with the table's columns, and no cell that a spreadsheet would run", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db, { name: "Spring" });
    const { sid: areaSid } = await makeArea(db, { projectSid, number: 12 });
    const image = await makeImage(db, {
      projectSid,
      areaSid,
      name: "0001.jpg",
      status: "approved",
      storeNumber: "0117",
      createdAt: new Date("2026-11-21T05:40:00Z"),
    });
    await makeDetection(db, { imageSid: image.sid, modelSid, status: "validated", codesWithLeadingZeroCount: 4 });
    await makeImage(db, { projectSid, name: "=1+1.jpg", createdAt: new Date("2026-11-21T05:41:00Z") });
    const response = await download(`/api/projects/${slug}/stats/download`);
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(response.headers["content-disposition"]).toContain("Spring%20%E2%80%93%20image%20statistics.csv");
    const [header, ...rows] = csvLines(response.body);
    expect(header).toMatch(/^Name,Status,Area,Store,Aisle\/Bay,Shelf,Model,Valid detections,Sticker predictions,/);
    expect(rows.toSorted()).toEqual([
      `"'=1+1.jpg","uploaded",,,,,,,0,0,0,0,0,0,0,0,0,4000,3000,1000000,"none",,,"2026-11-21T05:41:00.000Z"`,
      '"0001.jpg","approved","12","0117",,,"precount",100,1,1,0,0,0,0,0,0,4,4000,3000,1000000,"none",,,"2026-11-21T05:40:00.000Z"',
    ]);
    const sheet = await readSheet((await download(`/api/projects/${slug}/stats/download?format=xlsx`)).rawPayload);
    const named = sheet.find(([name]) => name === "0001.jpg");
    expect(named?.slice(0, 10)).toEqual(["0001.jpg", "approved", "12", "0117", null, null, "precount", 100, 1, 1]);
    expect(sheet.map(([name]) => name)).toContain("=1+1.jpg");
  });

  it("gives every image once over several batches", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    // Equal names, and names that sort differently by letters and by bytes.
    const names = Array.from({ length: 1203 }, (_, n) => ["same.jpg", "Ä.jpg", "a.jpg", "Z.jpg"][n % 4] ?? "");
    await db.insert(images).values(
      names.map((name) => ({
        sid: newSid(),
        projectSid,
        name,
        sha256: randomBytes(32).toString("hex"),
        sizeBytes: 1,
        format: "jpeg",
        rawWidth: 4,
        rawHeight: 3,
        orientation: "normal" as const,
      })),
    );
    const [, ...rows] = csvLines((await download(`/api/projects/${slug}/stats/download`)).body);
    const firsts = rows.map((row) => row.split(",")[0] ?? "");
    expect(firsts.toSorted()).toEqual(names.map((name) => `"${name}"`).toSorted());
  });
});

describe("S7.17 GET /api/projects/{projectId}/labels-stats/download", () => {
  it("gives one row per result, with the prediction and the editor", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    const { sid: imageSid } = await makeImage(db, { projectSid, name: "0412.jpg", status: "processed" });
    const predictions = [
      makePrediction(),
      makePrediction({ code: { value: "000042", pattern: null, confidence: 0.2 } }),
    ];
    const { sid } = await makeDetection(db, { imageSid, modelSid, predictions });
    const push = person.rpc.imageDetection.pushImageDetectionPatches;
    await push.mutate({ sid, patches: [makePatch.code(0, "999999"), makePatch.quantity(0, "3")] });
    await person.rpc.imageDetection.pullImageDetectionPatches.mutate({ sid, index: 0 });
    await push.mutate({ sid, patches: [makePatch.code(0, "000007"), makePatch.discard(1)] });
    await makeImage(db, { projectSid, name: "nothing found.jpg" });
    const [header, ...rows] = csvLines((await download(`/api/projects/${slug}/labels-stats/download`)).body);
    expect(header).toBe("Area,Image,Type,Code,Quantity,Confidence,Status,Original code,Original quantity,Editor,Edit");
    expect(rows).toEqual([
      ',"0412.jpg","sticker","000007","12",0.95,"patched","012345","12","Grace","changed"',
      ',"0412.jpg","sticker","000042","12",0.95,"discarded","000042","12","Grace",',
    ]);
    const sheet = await readSheet(
      (await download(`/api/projects/${slug}/labels-stats/download?format=xlsx`)).rawPayload,
    );
    expect(sheet[1]).toEqual([
      null,
      "0412.jpg",
      "sticker",
      "000007",
      "12",
      0.95,
      "patched",
      "012345",
      "12",
      "Grace",
      "changed",
    ]);
  });
});

describe("S7.17 GET /api/projects/{slug}/images/download", () => {
  it("gives the originals under unique safe names, and a manifest", async () => {
    const { sid: projectSid, slug } = await makeProject(api.database.db, { name: "Spring/../count" });
    const names = [
      "../../evil.jpg",
      "a.jpg",
      "A.JPG",
      "nul.jpg",
      "x\u202Egpj.exe",
      "manifest.csv",
      `${"ä".repeat(300)}.jpg`,
    ];
    const stored = [];
    for (const name of names) stored.push({ name, ...(await storePhoto(projectSid, name)) });
    const missing = await makeImage(api.database.db, { projectSid, name: "gone.jpg" });
    const response = await download(`/api/projects/${slug}/images/download`);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/zip");
    expect(response.headers["content-disposition"]).toContain('filename="Spring_.._count _ photos.zip"');
    const files = unzipSync(response.rawPayload);
    const [header, ...rows] = csvLines(Buffer.from(files["manifest.csv"] ?? "").toString());
    expect(header).toBe("File,Name,Image,Status,Area,Captured,Uploaded,Size,SHA-256,Problem");
    expect(rows).toHaveLength(names.length + 1);
    for (const { sid, sha256, photo } of stored) {
      const row = rows.find((line) => line.includes(sid)) ?? "";
      expect(row).toContain(sha256);
      const file = /^"([^"]*)"/.exec(row)?.[1] ?? "";
      expect({ file, isWhole: Buffer.from(files[file] ?? []).equals(photo) }).toEqual({ file, isWhole: true });
      expect(file).not.toMatch(/[/\\]|^\.|\p{Cc}|\p{Cf}/u);
    }
    expect(Object.keys(files)).toHaveLength(names.length + 1);
    expect(rows.find((row) => row.includes(missing.sid))).toMatch(/^,"gone\.jpg",.*"The original is missing\."$/);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(["__.._evil.jpg", "_nul.jpg", "xgpj.exe", "manifest (2).csv"]),
    );
  });

  it("contains only a manifest for an event without photos", async () => {
    const { slug } = await makeProject(api.database.db);
    const files = unzipSync((await download(`/api/projects/${slug}/images/download`)).rawPayload);
    expect(Object.keys(files)).toEqual(["manifest.csv"]);
  });

  it("stops reading when the client disconnects", async () => {
    const { sid: projectSid, slug } = await makeProject(api.database.db);
    const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([Buffer.alloc(4 * 1024 * 1024, 7)]));
    for (let n = 0; n < 30; n += 1) await makeImage(api.database.db, { projectSid, name: `${n}.jpg` });
    const { blobs } = api.services;
    const opened: Readable[] = [];
    // All files have the same bytes: the test checks which are read, and when.
    api.services.blobs = Object.assign(Object.create(blobs), {
      openRead: async () => {
        const { stream } = await blobs.openRead(sha256);
        opened.push(stream);
        return { stream, sizeBytes };
      },
    });
    const request = await requestOverConnection(`/api/projects/${slug}/images/download`);
    const [response] = (await once(request, "response")) as [IncomingMessage]; // node:http's own event
    await once(response, "readable");
    response.read(1);
    // The client does not read: the sockets fill up, and the archive waits.
    await expect.poll(() => opened.length).toBeGreaterThan(0);
    request.destroy();
    await expect.poll(() => opened.every((stream) => stream.destroyed)).toBe(true);
    expect(opened.length).toBeLessThan(10);
    api.services.blobs = blobs;
  });

  it("sends large originals unchanged over a connection, with the headers of every answer", async () => {
    const { sid: projectSid, slug } = await makeProject(api.database.db);
    const originals = [randomBytes(3_000_000), randomBytes(1_000_001)];
    for (const [n, bytes] of originals.entries()) {
      const { sha256 } = await api.services.blobs.put(Readable.from([bytes]));
      await makeImage(api.database.db, { projectSid, name: `${n}.jpg`, sha256 });
    }
    const request = await requestOverConnection(`/api/projects/${slug}/images/download`);
    const [response] = (await once(request, "response")) as [IncomingMessage]; // node:http's own event
    const files = unzipSync(await buffer(response));
    expect(originals.map((bytes, n) => bytes.equals(files[`${n}.jpg`] ?? Buffer.alloc(0)))).toEqual([true, true]);
    expect(response.headers).toMatchObject({
      "cache-control": "private, no-store",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-request-id": expect.any(String),
    });
  });

  it("breaks the connection when an original cannot be read to its end", async () => {
    const { sid: projectSid, slug } = await makeProject(api.database.db);
    const { sha256 } = await storePhoto(projectSid, "1.jpg");
    const path = await api.services.blobs.path(sha256);
    await rm(path);
    // A folder can be opened like a file, but not read.
    await mkdir(path);
    const request = await requestOverConnection(`/api/projects/${slug}/images/download`);
    const [response] = (await once(request, "response")) as [IncomingMessage]; // node:http's own event
    await expect(buffer(response)).rejects.toThrow("aborted");
  });
});

describe("access to downloads", () => {
  it.each(["stats", "labels-stats", "images"])(
    "%s: everyone who sees the event has it, by slug or sid",
    async (what) => {
      const { sid, slug } = await makeProject(api.database.db);
      expect((await download(`/api/projects/${slug}/${what}/download`)).statusCode).toBe(200);
      expect((await download(`/api/projects/${sid}/${what}/download`)).statusCode).toBe(200);
      const head = await download(`/api/projects/${slug}/${what}/download`, undefined, "HEAD");
      expect([head.statusCode, head.body]).toEqual([200, ""]);
      expect((await download(`/api/projects/${slug}/${what}/download`, "")).statusCode).toBe(401);
      expect((await download(`/api/projects/no-such-event/${what}/download`)).json()).toEqual({
        code: "NOT_FOUND",
        message: "This event does not exist, or you may not see it.",
      });
      const hidden = await makeProject(api.database.db, { status: "preview" });
      expect((await download(`/api/projects/${hidden.slug}/${what}/download`)).statusCode).toBe(404);
    },
  );

  it.each([
    ["stats/download?format=pdf", 'format: Invalid option: expected one of "csv"|"xlsx"'],
    ["labels-stats/download?format=", 'format: Invalid option: expected one of "csv"|"xlsx"'],
    ["areas/gaps/download?format=json", 'format: Invalid option: expected one of "csv"|"xlsx"'],
    ["variance/download?table=stickers2", "table: Invalid option"],
    ["variance/download?basis=foo", "basis: Invalid option"],
    ["dataset/download?format=voc2", "format: Invalid option"],
  ])("%s is refused, instead of sending another file than the one asked for", async (path, message) => {
    const { slug } = await makeProject(api.database.db);
    const answer = await download(`/api/projects/${slug}/${path}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "BAD_REQUEST", message: expect.stringContaining(message) });
    const { rows } = await api.database.db.execute(
      sql`select 1 from audit_entries where action like 'download.%' and project_sid = (select sid from projects where slug = ${slug})`,
    );
    expect(rows).toEqual([]);
  });
});
