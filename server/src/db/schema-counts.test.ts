import { and, eq, ne } from "./drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDetection, makeImage, makeModel, makePrediction, makeProject, makeUser } from "../testing/factories.ts";
import { type TestDatabase, createTestDatabase } from "../testing/test-database.ts";
import { imageDetections } from "./schema/detections.ts";
import { images } from "./schema/images.ts";
import { projectCounts, projects } from "./schema/projects.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe("the stored counts of an image", () => {
  it("are those of its representative detection: selected, otherwise newest validated, otherwise newest live", async () => {
    const { db } = database;
    const { sid: projectSid } = await makeProject(db);
    const { sid: imageSid } = await makeImage(db, { projectSid });
    const counts = async () => {
      const [row] = await db.select().from(images).where(eq(images.sid, imageSid));
      return [row?.stickersCount, row?.validStickersCount];
    };
    const invalid = makePrediction({ code: { value: "1", pattern: null } });
    expect(await counts()).toEqual([null, null]);
    const first = await makeDetection(db, { imageSid, modelSid: (await makeModel(db)).sid });
    expect(await counts()).toEqual([1, 1]);
    const predictions = [makePrediction(), invalid, invalid];
    const second = await makeDetection(db, { imageSid, modelSid: (await makeModel(db)).sid, predictions });
    expect(await counts()).toEqual([3, 1]);
    const set = (sid: string, status: "validated" | "selected" | "discarded", validatedBy: string) =>
      db
        .update(imageDetections)
        .set({ status, validatedAt: new Date(), validatedBy })
        .where(eq(imageDetections.sid, sid));
    const user = await makeUser(db);
    await set(first.sid, "validated", user.sid);
    expect(await counts()).toEqual([1, 1]);
    await set(second.sid, "selected", user.sid);
    expect(await counts()).toEqual([3, 1]);
    await set(second.sid, "discarded", user.sid);
    expect(await counts()).toEqual([1, 1]);
    await set(first.sid, "discarded", user.sid);
    expect(await counts()).toEqual([null, null]);
  });
});

/** The stored counts of an event, and the counts computed from its rows. */
async function storedAndActualCounts(projectSid: string) {
  const { db } = database;
  const [stored] = await db.select().from(projectCounts).where(eq(projectCounts.projectSid, projectSid));
  const rows = await db
    .select({ status: imageDetections.status, results: imageDetections.resultsCount })
    .from(imageDetections)
    .innerJoin(images, eq(images.sid, imageDetections.imageSid))
    .where(eq(images.projectSid, projectSid));
  const live = rows.filter(({ status }) => status !== "discarded");
  const objectDetections = live.reduce((sum, { results }) => sum + results, 0);
  const photos = await db.$count(images, eq(images.projectSid, projectSid));
  return [stored, { projectSid, images: photos, imageDetections: live.length, objectDetections }];
}

describe("the stored counts of an event", () => {
  it("S2.08 follow its photos and their detections, and are deleted with it", async () => {
    const { db } = database;
    const { sid: projectSid } = await makeProject(db);
    const expectSame = async (expected: object) => {
      const [stored, actual] = await storedAndActualCounts(projectSid);
      expect(stored).toEqual(actual);
      expect(stored).toMatchObject(expected);
    };
    await expectSame({ images: 0, imageDetections: 0, objectDetections: 0 });
    const { sid: imageSid } = await makeImage(db, { projectSid });
    const [one, two] = [await makeModel(db), await makeModel(db)];
    const predictions = [makePrediction(), makePrediction(), makePrediction()];
    const first = await makeDetection(db, { imageSid, modelSid: one.sid, predictions });
    await makeDetection(db, { imageSid, modelSid: two.sid });
    await expectSame({ images: 1, imageDetections: 2, objectDetections: 4 });
    const ofFirst = eq(imageDetections.sid, first.sid);
    await db.update(imageDetections).set({ resultsCount: 2 }).where(ofFirst);
    await expectSame({ objectDetections: 3 });
    await db.update(imageDetections).set({ status: "discarded" }).where(ofFirst);
    await expectSame({ imageDetections: 1, objectDetections: 1 });
    await db.delete(images).where(eq(images.sid, imageSid));
    await expectSame({ images: 0, imageDetections: 0, objectDetections: 0 });
    await db.delete(projects).where(eq(projects.sid, projectSid));
    expect(await db.$count(projectCounts, eq(projectCounts.projectSid, projectSid))).toBe(0);
  });

  it("S2.08 are correct and free of deadlocks when many transactions change many photos at once", async () => {
    const { db } = database;
    const { sid: projectSid } = await makeProject(db);
    const { sid: modelSid } = await makeModel(db);
    const made = await Promise.all(Array.from({ length: 6 }, () => makeImage(db, { projectSid })));
    const sids = made.map(({ sid }) => sid);
    // Each transaction locks all photos in order, as the server does, and then writes them in its own order.
    const rewriteAll = async (n: number) =>
      db.transaction(async (tx) => {
        await tx.select().from(images).where(eq(images.projectSid, projectSid)).orderBy(images.sid).for("update");
        for (const imageSid of n % 2 === 0 ? sids : sids.toReversed()) {
          const live = and(eq(imageDetections.imageSid, imageSid), ne(imageDetections.status, "discarded"));
          await tx.update(imageDetections).set({ status: "discarded" }).where(live);
          await makeDetection(tx, {
            imageSid,
            modelSid,
            predictions: Array.from({ length: n }, () => makePrediction()),
          });
        }
      });
    const addOne = async (n: number) =>
      db.transaction(async (tx) => {
        const { sid: imageSid } = await makeImage(tx, { projectSid });
        await makeDetection(tx, { imageSid, modelSid, predictions: Array.from({ length: n }, () => makePrediction()) });
      });
    await Promise.all([1, 2, 3, 4, 5].flatMap((n) => [rewriteAll(n), addOne(n)]));
    const [stored, actual] = await storedAndActualCounts(projectSid);
    expect(stored).toEqual(actual);
    expect(stored).toMatchObject({ images: 11, imageDetections: 11 });
  });
});
