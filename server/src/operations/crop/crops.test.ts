import { Readable } from "node:stream";
import { type Rect, cropKey, cropSize } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSticker } from "../../testing/counted-event.ts";
import { makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { SAMPLE_SIZE, samplePhoto } from "../../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../../testing/test-api.ts";
import { makeCrops } from "./make-crops.ts";

let api: TestApi;
let person: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  modelSid = (await makeModel(api.database.db)).sid;
});
afterAll(() => api.close());

const RECT: Rect = { x: 10, y: 10, width: 20, height: 10, angle: 30 };
const MOVED: Rect = { ...RECT, x: 20 };

async function makeStored() {
  const { db } = api.database;
  const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([samplePhoto()]));
  const { sid: projectSid, slug } = await makeProject(db);
  const size = { rawWidth: SAMPLE_SIZE.width, rawHeight: SAMPLE_SIZE.height };
  const { sid } = await makeImage(db, { projectSid, sha256, sizeBytes, ...size });
  const predictions = [makeSticker("012345", "7", { rect: RECT })];
  const detection = await makeDetection(db, { imageSid: sid, modelSid, predictions });
  const { src } = await person.rpc.image.getProjectImage.query({ projectSlug: slug, imageSid: sid });
  const get = (rect: Rect, contents = src, cookie = person.headers["cookie"] ?? "") =>
    api.inject({ method: "GET", url: contents.replace("/contents", `/crops/${cropKey(rect)}`), headers: { cookie } });
  const move = () =>
    person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: detection.sid,
      patches: [{ op: "replace", path: "/0/rect", value: MOVED }],
    });
  return { sid, projectSid, slug, src, get, move };
}

const jobs = async (imageSid: string) => {
  const sent = await api.database.pool.query(
    "select 1 from pgboss.job where name = 'make-crops' and data ->> 'imageSid' = $1",
    [imageSid],
  );
  return sent.rowCount;
};

describe("the crop of a sticker", () => {
  it("is cut upright by the worker and may be cached forever", async () => {
    const { sid, get } = await makeStored();
    await makeCrops(api.services, sid);
    const answer = await get(RECT);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
    });
    // The size of a lossy WebP from its frame header.
    const size = { width: answer.rawPayload.readUInt16LE(26), height: answer.rawPayload.readUInt16LE(28) };
    expect(size).toEqual(cropSize(RECT));
  });

  it("is NOT_FOUND while it is missing; one job is asked to make it, and the answer is not cached", async () => {
    const { sid, get } = await makeStored();
    for (let i = 0; i < 3; i += 1) {
      const answer = await get(RECT);
      expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([404, "no-store"]);
    }
    expect(await jobs(sid)).toBe(1);
    const refusals = await api.database.pool.query("select 1 from audit_entries where kind = 'refusal'");
    expect(refusals.rowCount).toBe(0);
  });

  it("of a moved box replaces the one before; a changed value needs no new crop", async () => {
    const { sid, get, move } = await makeStored();
    await makeCrops(api.services, sid);
    await move();
    expect(await jobs(sid)).toBe(1);
    await makeCrops(api.services, sid);
    expect((await get(MOVED)).statusCode).toBe(200);
    expect((await get(RECT)).statusCode).toBe(404);
  });

  it("is replaced when the photo is rotated", async () => {
    const { sid, slug, get } = await makeStored();
    await makeCrops(api.services, sid);
    await person.rpc.image.rotateImage.mutate({ imageSid: sid, rotation: "rotate180" });
    expect(await jobs(sid)).toBe(1);
    expect((await get(RECT)).statusCode).toBe(404);
    await makeCrops(api.services, sid);
    const { detections, src } = await person.rpc.image.getProjectImage.query({ projectSlug: slug, imageSid: sid });
    const rotated = detections[0]?.results[0]?.rect ?? RECT;
    expect(rotated).not.toEqual(RECT);
    expect((await get(rotated, src)).statusCode).toBe(200);
  });

  it("needs a session and an event that the person sees; a name that is no crop's is NOT_FOUND", async () => {
    const { sid, projectSid, get, src } = await makeStored();
    await makeCrops(api.services, sid);
    expect((await get(RECT, src, "")).statusCode).toBe(401);
    const odd = src.replace("/contents", "/crops/passwd");
    expect((await api.inject({ method: "GET", url: odd, headers: person.headers })).statusCode).toBe(404);
    await api.database.pool.query("update projects set groups = '{}' where sid = $1", [projectSid]);
    expect((await get(RECT)).statusCode).toBe(404);
  });
});
