import { DESCRIPTOR_WORDS, type Keypoints, type Prediction, encodeKeypoints } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveKeypoints } from "../../db/duplicates/keypoints.ts";
import { eq, sql } from "../../db/drizzle.ts";
import { readReportRows } from "../../db/reports/rows.ts";
import { imageDetections } from "../../db/schema/detections.ts";
import { makeSticker } from "../../testing/counted-event.ts";
import { makeArea, makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";
import { findDuplicates } from "./find-duplicates.ts";

let api: TestApi;
let person: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
  modelSid = (await makeModel(api.database.db)).sid;
});
afterAll(() => api.close());

/** Hashes two numbers to 0–1: the same points of the shelf in every photo. */
const hash = (a: number, b: number): number => {
  const mixed = Math.imul(a * 374_761 + b * 668_265_263 + 1_442_695, 1_274_126_177);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
};

/** The keypoints of a photo, 4000 × 3000 pixels, of a shelf from `left` on. */
function photograph(left: number): Keypoints {
  const seen = Array.from({ length: 600 }, (_, i) => i).filter((i) => {
    const x = hash(i, 1) * 8000 - left;
    return x >= 0 && x < 4000;
  });
  return {
    x: Uint16Array.from(seen, (i) => hash(i, 1) * 8000 - left),
    y: Uint16Array.from(seen, (i) => hash(i, 2) * 3000),
    descriptors: Uint32Array.from(
      seen.flatMap((i) => Array.from({ length: DESCRIPTOR_WORDS }, (_, n) => hash(i, 10 + n) * 2 ** 32)),
    ),
  };
}

const sticker = (x: number, y: number, code = "012345", quantity = "12"): Prediction =>
  makeSticker(code, quantity, { rect: { x, y, width: 300, height: 150, angle: 0 } });

/** An event with two approved photos of one shelf. The photos share the stickers 012345 and 111111; each has one of its own. */
async function makeOverlap(given: Parameters<typeof makeProject>[1] = {}) {
  const { db } = api.database;
  const project = await makeProject(db, given);
  const shots: [name: string, left: number, predictions: Prediction[]][] = [
    ["1.jpg", 0, [sticker(3000, 500), sticker(2800, 1500, "111111"), sticker(300, 900, "222222")]],
    ["2.jpg", 2500, [sticker(2000, 900, "333333"), sticker(502, 497), sticker(300, 1500, "111111")]],
  ];
  const images = [];
  for (const [name, left, predictions] of shots) {
    const image = await makeImage(db, { projectSid: project.sid, name, status: "approved" });
    await saveKeypoints(db, image.sid, "normal", encodeKeypoints(photograph(left)));
    const detection = await makeDetection(db, { imageSid: image.sid, modelSid, status: "validated", predictions });
    images.push({ ...image, detection });
  }
  const [one, two] = images;
  if (!one || !two) throw new Error("two images were made");
  return { ...project, one, two };
}

const search = async (imageSid: string): Promise<void> =>
  findDuplicates(
    {
      ...api.services,
      photos: {
        searchPhoto: () => Promise.reject(new Error("nothing to decode")),
        render: () => Promise.reject(new Error("unused")),
        cutCrops: () => Promise.reject(new Error("unused")),
        cutExamples: () => Promise.reject(new Error("unused")),
      },
    },
    imageSid,
    new AbortController().signal,
  );
const searchBoth = async (one: { sid: string }, two: { sid: string }): Promise<void> => {
  await search(one.sid);
  await search(two.sid);
};
const list = (slug: string, status: "suspected" | "same" | "two" = "suspected") =>
  person.rpc.duplicate.fetchPhotoPairs.query({ project: { slug }, status });
const decide = (slug: string, pairs: string[], status: "suspected" | "same" | "two", caller = person) =>
  caller.rpc.duplicate.decidePairs.mutate({ project: { slug }, pairs, status });
const sidsOf = async (slug: string, status: "suspected" | "same" | "two" = "suspected") =>
  (await list(slug, status)).items.flatMap(({ pairs }) => pairs.map(({ sid }) => sid));
const rowsOf = async (slug: string) => {
  const { report } = await person.rpc.project.completeProject.mutate({ slug });
  const rows = await readReportRows(api.database.db, report.sid, { from: 1, count: 100 });
  const exceptions = await person.rpc.project.fetchReportExceptions.query({
    project: { slug },
    reportSid: report.sid,
    kind: "sticker-counted-once",
  });
  return { codes: rows.map(({ code }) => code), exceptions: exceptions.items };
};
describe("PD-93 the search", () => {
  it("finds the stickers that two overlapping photos show, once", async () => {
    const { slug, one, two } = await makeOverlap();
    await searchBoth(one, two);
    await search(two.sid);
    const { items, counts, total } = await list(slug);
    expect([total, counts]).toEqual([1, { suspected: 2, same: 0, two: 0 }]);
    const [pair] = items;
    expect(new Set([pair?.a.name, pair?.b.name])).toEqual(new Set(["1.jpg", "2.jpg"]));
    expect(pair?.pairs.map(({ a, b, status }) => [a.code, b.code, status])).toEqual([
      ["012345", "012345", "suspected"],
      ["111111", "111111", "suspected"],
    ]);
    expect(pair?.homography).toHaveLength(9);
    expect(await person.rpc.duplicate.fetchPairCounts.query({ slug })).toEqual(counts);
  });

  it("runs in the worker's queue after an edit, once for many edits, and after a change of the area", async () => {
    const { one, two, sid: projectSid } = await makeOverlap();
    const { db } = api.database;
    await person.rpc.imageDetection.invalidateImageDetection.mutate({ sid: one.detection.sid });
    for (const quantity of ["13", "14"]) {
      await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
        sid: one.detection.sid,
        patches: [{ op: "replace", path: "/0/quantity/value", value: quantity }],
      });
    }
    const area = await makeArea(db, { projectSid, number: 1 });
    await person.rpc.area.linkImage.mutate({ imageSid: two.sid, areaSid: area.sid });
    const { rows } = await db.execute<{ sid: string }>(
      sql`select data ->> 'imageSid' as sid from pgboss.job where name = 'find-duplicates' and data ->> 'imageSid' in (${one.sid}, ${two.sid})`,
    );
    expect(rows.map(({ sid }) => sid).toSorted()).toEqual([one.sid, two.sid].toSorted());
  });

  it("PD-100: keeps a sticker suspected that was read differently", async () => {
    const { slug, one, two } = await makeOverlap();
    await searchBoth(one, two);
    await person.rpc.imageDetection.invalidateImageDetection.mutate({ sid: two.detection.sid });
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: two.detection.sid,
      patches: [{ op: "replace", path: "/1/quantity/value", value: "15" }],
    });
    await search(two.sid);
    const { items } = await list(slug);
    const pairs = items[0]?.pairs ?? [];
    expect(pairs.map(({ a, b }) => [a.quantity, b.quantity].toSorted())).toEqual([
      ["12", "15"],
      ["12", "12"],
    ]);
    expect(pairs[0]?.certainty).toBeLessThan(0.9);
  });

  it("ends a suspicion when the texts differ, and keeps a person's decision", async () => {
    const { slug, one, two } = await makeOverlap();
    await searchBoth(one, two);
    const [first = ""] = await sidsOf(slug);
    await decide(slug, [first], "two");
    await person.rpc.imageDetection.invalidateImageDetection.mutate({ sid: two.detection.sid });
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: two.detection.sid,
      patches: [1, 2].map((n) => ({ op: "replace" as const, path: `/${n}/quantity/value`, value: "99" })),
    });
    await search(two.sid);
    expect((await list(slug)).counts).toEqual({ suspected: 0, same: 0, two: 1 });
  });

  it("moves decisions to the stickers of a new detection", async () => {
    const { slug, one, two } = await makeOverlap();
    const { db } = api.database;
    await searchBoth(one, two);
    const sids = await sidsOf(slug);
    await decide(slug, sids, "same");
    await db.update(imageDetections).set({ status: "discarded" }).where(eq(imageDetections.sid, one.detection.sid));
    const predictions = [sticker(2810, 1504, "111111"), sticker(2990, 505)];
    await makeDetection(db, { imageSid: one.sid, modelSid, status: "validated", predictions });
    expect((await rowsOf(slug)).codes.toSorted()).toEqual(["012345", "111111", "333333"]);
  });
});

describe("PD-93 decisions", () => {
  it("counts one sticker once, names it in the report, and undoes it", async () => {
    const { slug, one, two } = await makeOverlap();
    await searchBoth(one, two);
    const sids = await sidsOf(slug);
    const heard: string[] = [];
    await api.services.listening.start();
    const stop = api.services.live.subscribe(one.projectSid, ({ kind, sid }) => heard.push(`${kind} ${sid}`));
    expect(await decide(slug, sids, "same")).toMatchObject([
      { before: "suspected", status: "same" },
      { before: "suspected", status: "same" },
    ]);
    await expect.poll(() => heard.toSorted()).toEqual([`image ${one.sid}`, `image ${two.sid}`].toSorted());
    stop();
    expect(await person.rpc.duplicate.fetchImagePairs.query({ imageSid: two.sid })).toMatchObject([
      { status: "same", other: { name: "1.jpg" }, duplicateOf: "1.jpg" },
      { status: "same", other: { name: "1.jpg" }, duplicateOf: "1.jpg" },
    ]);
    expect(await person.rpc.duplicate.fetchImagePairs.query({ imageSid: one.sid })).toMatchObject([
      { duplicateOf: null },
      { duplicateOf: null },
    ]);
    const once = await rowsOf(slug);
    expect(once.codes.toSorted()).toEqual(["012345", "111111", "222222", "333333"]);
    expect(once.exceptions).toEqual([
      {
        kind: "sticker-counted-once",
        subject: "2.jpg",
        detail: "Sticker 012345, quantity 12, is also in 1.jpg: it is counted there",
      },
      {
        kind: "sticker-counted-once",
        subject: "2.jpg",
        detail: "Sticker 111111, quantity 12, is also in 1.jpg: it is counted there",
      },
    ]);
    expect(await errorOf(decide(slug, sids, "two"))).toMatchObject({ code: "PRECONDITION_FAILED" });
    await person.rpc.project.reopenProject.mutate({ slug });
    await decide(slug, sids, "suspected");
    expect((await rowsOf(slug)).codes).toHaveLength(6);
    const { items } = await (
      await api.signIn({ role: "admin" })
    ).rpc.audit.fetchAudit.query({
      filters: { kinds: ["result"] },
    });
    expect(items[0]).toMatchObject({ action: "duplicate.decidePairs", details: { status: "suspected", pairs: 2 } });
  });

  it("refuses to merge two stickers of one photo", async () => {
    const { slug, one, two } = await makeOverlap();
    const { db } = api.database;
    await searchBoth(one, two);
    const [pair] = (await list(slug)).items;
    const found = pair?.pairs[0];
    const isFirstA = pair?.a.sid === one.sid;
    // A pair as a search with another result would have stored it.
    await db.execute(sql`
      insert into sticker_pairs (sid, project_sid, image_a, position_a, image_b, position_b, detection_a, detection_b, certainty, homography)
      select ${"z".repeat(24)}, project_sid, image_a, ${isFirstA ? 2 : sql`position_a`}, image_b, ${isFirstA ? sql`position_b` : 2},
        detection_a, detection_b, certainty, homography
      from sticker_pairs where sid = ${found?.sid ?? ""}`);
    await decide(slug, [found?.sid ?? ""], "same");
    expect(await errorOf(decide(slug, ["z".repeat(24)], "same"))).toMatchObject({
      message: expect.stringContaining("Two stickers in one photo are two"),
    });
  });

  it("is NOT_FOUND for a pair of another event, and for hidden events", async () => {
    const { slug, one, two } = await makeOverlap();
    await searchBoth(one, two);
    const other = await makeProject(api.database.db);
    expect(await codeOf(decide(other.slug, await sidsOf(slug), "same"))).toBe("NOT_FOUND");
    const hidden = await makeOverlap({ status: "preview" });
    expect(await codeOf(list(hidden.slug))).toBe("NOT_FOUND");
    expect(await codeOf(api.anonymous.duplicate.fetchPairCounts.query({ slug }))).toBe("UNAUTHORIZED");
  });

  it("leaves out images that do not count", async () => {
    const { slug, one, two } = await makeOverlap();
    await searchBoth(one, two);
    await person.rpc.image.rejectImage.mutate({ sid: two.sid });
    expect((await list(slug)).counts).toEqual({ suspected: 0, same: 0, two: 0 });
    await person.rpc.image.recoverImage.mutate({ sid: two.sid });
    expect((await list(slug)).counts).toMatchObject({ suspected: 2 });
    const { sid: areaSid } = await makeArea(api.database.db, { projectSid: two.projectSid, number: 1 });
    await person.rpc.area.linkImage.mutate({ imageSid: two.sid, areaSid });
    await person.rpc.area.voidArea.mutate({ sid: areaSid, reason: null });
    expect((await list(slug)).counts).toEqual({ suspected: 0, same: 0, two: 0 });
  });

  it("PD-67: leaves out a photo that a user excluded, but not if its area has no other photo that counts", async () => {
    const { slug, one, two } = await makeOverlap();
    await searchBoth(one, two);
    const { db } = api.database;
    const { sid: areaSid } = await makeArea(db, { projectSid: two.projectSid, number: 1 });
    await person.rpc.area.linkImage.mutate({ imageSid: two.sid, areaSid });
    const other = { projectSid: two.projectSid, areaSid, status: "approved" as const };
    const newer = await makeImage(db, { ...other, createdAt: new Date(Date.now() + 1000) });
    await person.rpc.area.decidePhoto.mutate({ imageSid: two.sid, countsToo: false });
    expect((await list(slug)).counts).toMatchObject({ suspected: 0 });
    await person.rpc.image.rejectImage.mutate({ sid: newer.sid });
    expect((await list(slug)).counts).toMatchObject({ suspected: 2 });
    // Only the newest of several excluded photos counts.
    const older = await makeImage(db, { ...other, createdAt: new Date(Date.now() - 60_000) });
    await person.rpc.area.decidePhoto.mutate({ imageSid: older.sid, countsToo: false });
    expect((await list(slug)).counts).toMatchObject({ suspected: 2 });
    await person.rpc.image.recoverImage.mutate({ sid: newer.sid });
    await person.rpc.area.decidePhoto.mutate({ imageSid: newer.sid, countsToo: false });
    expect((await list(slug)).counts).toMatchObject({ suspected: 0 });
  });
});

describe("PD-94 merging without a person", () => {
  it("merges pairs above the event's certainty only, and a person can undo it", async () => {
    const never = await makeOverlap();
    await searchBoth(never.one, never.two);
    expect((await list(never.slug)).counts.same).toBe(0);
    const { slug, one, two } = await makeOverlap({ mergeDuplicatesPercent: 95 });
    await searchBoth(one, two);
    expect((await list(slug)).counts).toEqual({ suspected: 0, same: 2, two: 0 });
    expect((await list(slug, "same")).items[0]?.pairs[0]).toMatchObject({ decidedBy: null });
    await decide(slug, await sidsOf(slug, "same"), "two");
    await search(one.sid);
    expect((await list(slug)).counts).toEqual({ suspected: 0, same: 0, two: 2 });
  });

  it("is a setting of the event", async () => {
    const { slug } = await makeProject(api.database.db);
    const settings = { defaultRotation: "none" as const, mergeDuplicatesPercent: 98 };
    const changed = await person.rpc.project.setProjectSettings.mutate({ project: { slug }, settings });
    expect(changed.settings.mergeDuplicatesPercent).toBe(98);
    const kept = await person.rpc.project.setProjectSettings.mutate({
      project: { slug },
      settings: { defaultRotation: "none" },
    });
    expect(kept.settings.mergeDuplicatesPercent).toBe(98);
  });
});
