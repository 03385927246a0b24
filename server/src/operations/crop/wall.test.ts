import { makePatch } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSticker } from "../../testing/counted-event.ts";
import { makeArea, makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
  modelSid = (await makeModel(api.database.db)).sid;
});
afterAll(() => api.close());

async function makeEvent() {
  const { db } = api.database;
  const project = await makeProject(db);
  const area = await makeArea(db, { projectSid: project.sid, number: 7 });
  const image = await makeImage(db, { projectSid: project.sid, areaSid: area.sid, name: "1.jpg" });
  const predictions = [{ ...makeSticker("012345", "7"), writing: "hand" as const }, makeSticker("111111", "12")];
  const detection = await makeDetection(db, { imageSid: image.sid, modelSid, predictions });
  return { ...project, image, detection };
}
const fetchWall = async (slug: string, caller = person) =>
  (await caller.rpc.crop.fetchWall.query({ project: { slug } })).images;

describe("the crop wall", () => {
  it("lists the stickers of images that are not rejected, with the person's edits and without discarded ones", async () => {
    const { slug, sid, image, detection } = await makeEvent();
    const rejected = await makeImage(api.database.db, { projectSid: sid });
    await makeDetection(api.database.db, {
      imageSid: rejected.sid,
      modelSid,
      predictions: [makeSticker("222222", "1")],
    });
    await person.rpc.image.rejectImage.mutate({ sid: rejected.sid });
    const patches = [makePatch.quantity(0, "1"), makePatch.discard(1)];
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({ sid: detection.sid, patches });
    const images = await fetchWall(slug);
    expect(images).toMatchObject([{ sid: image.sid, area: "7", validator: null, reason: null }]);
    expect(images[0]?.stickers).toMatchObject([
      { position: 0, code: "012345", quantity: "1", writing: "hand", isSeen: false },
    ]);
    const again = await person.rpc.crop.fetchWallImages.query({ project: { slug }, sids: [image.sid, rejected.sid] });
    expect(again.images).toEqual(images);
  });

  it("goes on after a page of 200 images", async () => {
    const { slug, sid } = await makeEvent();
    for (let i = 0; i < 200; i += 1) {
      const { sid: imageSid } = await makeImage(api.database.db, { projectSid: sid });
      await makeDetection(api.database.db, { imageSid, modelSid, predictions: [makeSticker("222222", "1")] });
    }
    const first = await person.rpc.crop.fetchWall.query({ project: { slug } });
    const rest = await person.rpc.crop.fetchWall.query({ project: { slug }, cursor: first.next ?? "" });
    expect([first.images.length, rest.images.length, rest.next]).toEqual([200, 1, null]);
    expect(new Set([...first.images, ...rest.images].map((image) => image.sid)).size).toBe(201);
  });

  it("says why a validated image cannot be edited, and who validated it", async () => {
    const { slug, detection } = await makeEvent();
    await person.rpc.imageDetection.validateImageDetection.mutate({ sid: detection.sid });
    expect(await fetchWall(slug)).toMatchObject([{ validator: "Grace", reason: expect.stringContaining("unlock it") }]);
  });

  it("keeps a mark for its person and for the values that the person saw, and records it", async () => {
    const { slug, detection } = await makeEvent();
    const other = await api.signIn();
    const stickers = [{ detectionSid: detection.sid, position: 0, code: "012345", quantity: "7" }];
    const mark = (isSeen: boolean, caller = person) =>
      caller.rpc.crop.markStickers.mutate({ project: { slug }, stickers, isSeen });
    const seen = async (caller = person) => (await fetchWall(slug, caller))[0]?.stickers.map(({ isSeen }) => isSeen);
    expect(await mark(true)).toEqual({ count: 1 });
    expect([await seen(), await seen(other)]).toEqual([
      [true, false],
      [false, false],
    ]);
    const { rows } = await api.database.pool.query(
      "select details from audit_entries where action = 'crop.markStickers'",
    );
    expect(rows).toEqual([{ details: { stickers: 1, isSeen: true } }]);
    expect(await mark(false, other)).toEqual({ count: 0 });
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: detection.sid,
      patches: [makePatch.quantity(0, "1")],
    });
    expect(await seen()).toEqual([false, false]);
    expect(await mark(false)).toEqual({ count: 1 });
  });

  it("refuses to change marks of an event that is completed, discarded or archived", async () => {
    const { slug, sid, detection } = await makeEvent();
    const stickers = [{ detectionSid: detection.sid, position: 0, code: "012345", quantity: "7" }];
    const mark = (isSeen: boolean) => person.rpc.crop.markStickers.mutate({ project: { slug }, stickers, isSeen });
    await mark(true);
    for (const [status, before] of [["completed"], ["discarded"], ["archived", "active"]]) {
      const values = [sid, status, before ?? null];
      await api.database.pool.query(
        "update projects set status = $2, status_before_archive = $3 where sid = $1",
        values,
      );
      expect([await codeOf(mark(true)), await codeOf(mark(false))]).toEqual([
        "PRECONDITION_FAILED",
        "PRECONDITION_FAILED",
      ]);
    }
    expect((await fetchWall(slug))[0]?.stickers.map(({ isSeen }) => isSeen)).toEqual([true, false]);
  });

  it("marks no sticker of another event, and is NOT_FOUND for a hidden one", async () => {
    const [one, two] = [await makeEvent(), await makeEvent()];
    const stickers = [{ detectionSid: two.detection.sid, position: 0, code: "012345", quantity: "7" }];
    const answer = await person.rpc.crop.markStickers.mutate({ project: { slug: one.slug }, stickers, isSeen: true });
    expect(answer).toEqual({ count: 0 });
    await api.database.pool.query("update projects set groups = '{}' where sid = $1", [two.sid]);
    expect(await codeOf(person.rpc.crop.fetchWall.query({ project: { slug: two.slug } }))).toBe("NOT_FOUND");
  });
});
