import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeArea, makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  modelSid = (await makeModel(api.database.db, { name: "precount" })).sid;
});
afterAll(() => api.close());

const statsOf = (slug: string, given: object = {}) => person.rpc.project.getProjectStats.query({ slug, ...given });

/** Three images: one validated with two stickers, one doubtful, one without a detection. */
async function makeEvent() {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db);
  const { sid: areaSid } = await makeArea(db, { projectSid, number: 7 });
  const a = await makeImage(db, { projectSid, areaSid, name: "a.jpg", status: "approved", cameraBrand: "Apple" });
  const b = await makeImage(db, { projectSid, name: "b.jpg", status: "processed", sizeBytes: 3_000_000 });
  await makeImage(db, { projectSid, name: "c.jpg" });
  const other = (await makeModel(db)).sid;
  await makeDetection(db, { imageSid: a.sid, modelSid: other, status: "inferred", stickerPredictionsCount: 99 });
  await makeDetection(db, {
    imageSid: a.sid,
    modelSid,
    status: "validated",
    predictions: [makePrediction(), makePrediction()],
    patchedStickersCount: 2,
    confirmedStickersCount: 3,
    addedStickersCount: 1,
  });
  const doubtful = makePrediction({ code: { value: "12", pattern: null, confidence: 0.3 } });
  await makeDetection(db, { imageSid: b.sid, modelSid, predictions: [doubtful, makePrediction()] });
  return { projectSid, slug };
}

describe("project.getProjectStats", () => {
  it("S7.04 S3.05 PD-37: one row per image with its main detection, and the totals", async () => {
    const { slug } = await makeEvent();
    const { images, total, page, counts, totals, matching } = await statsOf(slug);
    expect(images.map(({ name, validPercent }) => [name, validPercent])).toEqual([
      ["a.jpg", 100],
      ["b.jpg", 50],
      ["c.jpg", null],
    ]);
    expect(images[0]).toMatchObject({
      status: "approved",
      areaCode: "7",
      model: "precount",
      width: 4000,
      height: 3000,
      sizeBytes: 1_000_000,
      metadata: { brand: "Apple", model: null },
      stats: {
        stickerPredictionsCount: 2,
        validStickerPredictionsCount: 2,
        patchedStickersCount: 2,
        confirmedStickersCount: 3,
      },
    });
    expect(images[2]).toMatchObject({ model: null, areaCode: null, stats: { stickerPredictionsCount: 0 } });
    expect({ total, page, counts }).toEqual({
      total: 3,
      page: 1,
      counts: { approved: 1, processed: 1, uploaded: 1 },
    });
    expect(totals).toMatchObject({
      images: 3,
      sizeBytes: 5_000_000,
      validPercent: 75,
      stats: { stickerPredictionsCount: 4, validStickerPredictionsCount: 3, addedStickersCount: 1 },
    });
    expect(matching).toEqual(totals);
  });

  it("S2.30 sorts, filters and pages; the totals of the event stay", async () => {
    const { slug } = await makeEvent();
    const names = async (given: object) => (await statsOf(slug, given)).images.map(({ name }) => name);
    expect(await names({ sort: "-name" })).toEqual(["c.jpg", "b.jpg", "a.jpg"]);
    expect(await names({ sort: "-validPercent" })).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
    expect(await names({ sort: "validPercent" })).toEqual(["b.jpg", "a.jpg", "c.jpg"]);
    expect(await names({ sort: "-patchedStickersCount" })).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
    expect(await names({ sort: "-sizeBytes" })).toEqual(["b.jpg", "a.jpg", "c.jpg"]);
    expect(await names({ sort: "areaCode" })).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
    expect(await names({ sort: "drop table images" })).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
    expect(await names({ page: 9, pageSize: 2 })).toEqual(["c.jpg"]);
    expect(await names({ search: "%" })).toEqual([]);
    const found = await statsOf(slug, { status: ["processed"], search: ".JPG" });
    expect(found.images.map(({ name }) => name)).toEqual(["b.jpg"]);
    expect(found).toMatchObject({
      total: 1,
      counts: { approved: 1, processed: 1, uploaded: 1 },
      totals: { images: 3 },
      matching: { images: 1, validPercent: 50 },
    });
  });

  it("is available to everyone who sees the event", async () => {
    const { db } = api.database;
    expect(await codeOf(api.anonymous.project.getProjectStats.query({ slug: "x" }))).toBe("UNAUTHORIZED");
    expect(await codeOf(statsOf("no-such-event"))).toBe("NOT_FOUND");
    expect(await codeOf(statsOf((await makeProject(db, { status: "preview" })).slug))).toBe("NOT_FOUND");
    const empty = await statsOf((await makeProject(db)).slug);
    expect(empty).toMatchObject({ images: [], total: 0, page: 1, totals: { images: 0, validPercent: null } });
  });

  it("takes as many statements for many images as for few, and reads no JSON", async () => {
    const { db, statements } = api.database;
    const { slug, projectSid } = await makeEvent();
    const count = async () => {
      statements.length = 0;
      await statsOf(slug);
      return statements.length;
    };
    const few = await count();
    for (let n = 0; n < 10; n += 1) {
      const { sid: imageSid } = await makeImage(db, { projectSid, name: `${n}.jpg` });
      await makeDetection(db, { imageSid, modelSid });
    }
    expect(await count()).toBe(few);
    expect(statements.filter((sql) => /predictions"|patches"|options"/.test(sql))).toEqual([]);
  });
});
