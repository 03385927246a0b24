import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { sniffPhoto } from "@precount/photos";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeImage, makeProject } from "../testing/factories.ts";
import { SAMPLE_SIZE, samplePhoto } from "../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";
import { attachment } from "./content-disposition.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
});
afterAll(() => api.close());

const size = { rawWidth: SAMPLE_SIZE.width, rawHeight: SAMPLE_SIZE.height };

async function makeStored(project: Parameters<typeof makeProject>[1] = {}, name = "shelf.jpg") {
  const photo = samplePhoto({ orientation: 6 });
  const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([photo]));
  const { sid: projectSid, slug } = await makeProject(api.database.db, project);
  const given = { projectSid, sha256, sizeBytes, name, orientation: "rotate90CW" as const, ...size };
  const { sid } = await makeImage(api.database.db, given);
  return { sid, slug, sha256, photo, contents: `/api/projects/${slug}/images/${sid}/contents` };
}

/** Images need only the cookie, because an <img> sends no other credentials. */
const get = (url: string, headers: Record<string, string> = {}) =>
  api.inject({ method: "GET", url, headers: { cookie: person.headers["cookie"] ?? "", ...headers } });

/** The size in the header of a JPEG's baseline frame. */
function jpegSize(bytes: Buffer) {
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  return { width: bytes.readUInt16BE(frame + 7), height: bytes.readUInt16BE(frame + 5) };
}

describe("S7.16 GET projects/{projectId}/images/{imageId}/contents", () => {
  it("returns the upright preview as JPEG, without the camera's metadata", async () => {
    const { contents } = await makeStored();
    const response = await get(`${contents}?w=full`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ "content-type": "image/jpeg", "x-content-type-options": "nosniff" });
    expect(sniffPhoto(response.rawPayload)).toBe("jpeg");
    expect(jpegSize(response.rawPayload)).toEqual({ width: SAMPLE_SIZE.height, height: SAMPLE_SIZE.width });
    expect(response.rawPayload.includes("Exif")).toBe(false);
    expect(response.rawPayload.includes("Precount")).toBe(false);
  });

  it("is immutable under its version, revalidated otherwise, and 304 when unchanged", async () => {
    const { sid, slug, contents } = await makeStored();
    const { src } = await person.rpc.image.getProjectImage.query({ projectSlug: slug, imageSid: sid });
    const versioned = await get(`${src}&w=320`);
    expect(versioned.headers["cache-control"]).toBe("private, max-age=31536000, immutable");
    const plain = await get(`${contents}?w=320&v=old`);
    expect(plain.headers["cache-control"]).toBe("private, no-cache");
    const etag = String(plain.headers.etag);
    expect((await get(`${contents}?w=320`, { "if-none-match": etag })).statusCode).toBe(304);
    expect((await get(`${contents}?w=2048`, { "if-none-match": etag })).statusCode).toBe(200);
    await person.rpc.image.rotateImage.mutate({ imageSid: sid, rotation: "rotate180" });
    expect((await get(`${contents}?w=320`, { "if-none-match": etag })).statusCode).toBe(200);
  });

  it("renders it once for concurrent requests", async () => {
    const { contents } = await makeStored();
    const all = await Promise.all(Array.from({ length: 10 }, () => get(`${contents}?w=2048`)));
    expect(new Set(all.map(({ rawPayload }) => createHash("sha256").update(rawPayload).digest("hex"))).size).toBe(1);
  });

  it("needs a session; is NOT_FOUND for a hidden event, under another event's name and without its file", async () => {
    const { sid, contents } = await makeStored();
    const other = await makeProject(api.database.db);
    const hidden = await makeStored({ status: "preview" });
    const lost = await makeImage(api.database.db, { projectSid: other.sid });
    expect((await get(contents, { cookie: "" })).statusCode).toBe(401);
    expect((await get(hidden.contents)).statusCode).toBe(404);
    expect((await get(`/api/projects/${other.slug}/images/${sid}/contents`)).statusCode).toBe(404);
    const response = await get(`/api/projects/${other.slug}/images/${lost.sid}/contents`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ code: "NOT_FOUND", message: expect.stringContaining("file is missing") });
  });
});

describe("S7.16 GET images/{imageId}/download", () => {
  it("gives the original's bytes under its name, and under the alias without /api", async () => {
    const { sid, photo } = await makeStored({}, 'Regal "7"; Süd.jpg');
    for (const prefix of ["/api", ""]) {
      const response = await get(`${prefix}/images/${sid}/download`);
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload.equals(photo)).toBe(true);
      expect(response.headers).toMatchObject({
        "content-type": "image/jpeg",
        "content-disposition": `attachment; filename="Regal _7_; Su_d.jpg"; filename*=UTF-8''Regal%20%227%22%3B%20S%C3%BCd.jpg`,
        "x-content-type-options": "nosniff",
      });
    }
  });

  it("needs a session and an event that the user may see", async () => {
    const { sid } = await makeStored({ status: "preview" });
    expect((await get(`/api/images/${sid}/download`)).statusCode).toBe(404);
    expect((await get(`/api/images/${sid}/download`, { cookie: "" })).statusCode).toBe(401);
  });

  it("a file name cannot end its header", () => {
    const header = attachment(`a"; filename=evil.exe\r\nSet-Cookie: x=1\u0000%2e\ud800.jpg`);
    expect(header).not.toMatch(/[\r\n\0]/);
    expect(header.match(/filename=/g)).toHaveLength(2);
    expect(header).toMatch(/^attachment; filename="[^"]*"; filename\*=UTF-8''[^"; ]*$/);
  });
});
