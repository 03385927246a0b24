import { makePatch } from "@precount/domain";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertPatches } from "../../db/detections/patches.ts";
import { makeSticker } from "../../testing/counted-event.ts";
import { makeArea, makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let ada: Caller;
beforeAll(async () => {
  api = await createTestApi();
  ada = await api.signIn({ name: "Ada" });
});
afterAll(() => api.close());

/** A moment after everything so far. The database's times have more digits than the input. */
const nextMoment = (): string => new Date(Date.now() + 1).toISOString();

it("PD-157 an event at past moments: its figures, and the rows that a report would have had", async () => {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db);
  const project = { slug };
  expect(await ada.rpc.history.getFirstMoment.query({ project })).toEqual({ first: null });
  const empty = nextMoment();
  const { sid: areaSid } = await makeArea(db, { projectSid, number: 12 });
  const image = await makeImage(db, { projectSid, areaSid, status: "pending" });
  const { sid: modelSid } = await makeModel(db);
  const predictions = [makeSticker("111111", "1"), makeSticker("222222", "2"), makeSticker("333333", "3")];
  const { sid } = await makeDetection(db, { imageSid: image.sid, modelSid, predictions });
  const uploaded = nextMoment();
  const { validateImageDetection, invalidateImageDetection, pushImageDetectionPatches } = ada.rpc.imageDetection;
  await pushImageDetectionPatches.mutate({ sid, patches: [makePatch.quantity(0, "5")] });
  await validateImageDetection.mutate({ sid });
  const approved = nextMoment();
  await invalidateImageDetection.mutate({ sid });
  const reopened = nextMoment();
  await ada.rpc.imageDetection.pullImageDetectionPatches.mutate({ sid, index: 0 });
  await pushImageDetectionPatches.mutate({ sid, patches: [makePatch.quantity(1, "20"), makePatch.discard(2)] });
  await validateImageDetection.mutate({ sid });
  const corrected = nextMoment();
  await ada.rpc.image.rejectImage.mutate({ sid: image.sid });
  const end = nextMoment();

  const figures = async (at: string) => ada.rpc.history.getFigures.query({ project, at });
  expect(await figures(empty)).toEqual({ images: {}, areas: 0, stickers: 0, validStickers: 0, units: 0 });
  const pending = { images: { pending: 1 }, areas: 1, stickers: 3, validStickers: 3 };
  expect(await figures(uploaded)).toEqual({ ...pending, units: 0 });
  expect(await figures(approved)).toMatchObject({ images: { approved: 1 }, stickers: 3, units: 10 });
  expect(await figures(reopened)).toMatchObject({ images: { pending: 1 }, units: 0 });
  expect(await figures(corrected)).toMatchObject({ images: { approved: 1 }, stickers: 2, validStickers: 2, units: 21 });
  expect(await figures(end)).toMatchObject({ images: { rejected: 1 }, units: 0 });
  // The same moment again, from the units that are known now.
  expect(await figures(approved)).toMatchObject({ units: 10 });

  const changes = async (from: string, to: string) => {
    const { items, units } = await ada.rpc.history.fetchRowChanges.query({ project, from, to });
    const values = items.map((change) =>
      [
        change.kind,
        "before" in change ? `${change.before.code} ${change.before.quantity}` : "",
        "after" in change ? `${change.after.code} ${change.after.quantity}` : "",
      ].join(" | "),
    );
    return { values, units };
  };
  expect(await changes(empty, uploaded)).toEqual({ values: [], units: { before: 0, after: 0 } });
  expect(await changes(empty, approved)).toEqual({
    values: ["added |  | 111111 5", "added |  | 222222 2", "added |  | 333333 3"],
    units: { before: 0, after: 10 },
  });
  // The edit that was taken back counted at the first moment.
  expect(await changes(approved, corrected)).toEqual({
    values: ["changed | 111111 5 | 111111 1", "changed | 222222 2 | 222222 20", "removed | 333333 3 | "],
    units: { before: 10, after: 21 },
  });
  expect((await changes(corrected, end)).values).toHaveLength(2);
  await expect(api.database.pool.query("update image_states set stickers = 9")).rejects.toThrow("never changes");
});

it("PD-157 values that a third look corrects while the image stays approved", async () => {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db);
  const project = { slug };
  const { sid: imageSid } = await makeImage(db, { projectSid, status: "pending" });
  const { sid: modelSid } = await makeModel(db);
  const { sid } = await makeDetection(db, { imageSid, modelSid, predictions: [makeSticker("111111", "1")] });
  await ada.rpc.imageDetection.validateImageDetection.mutate({ sid });
  const validated = nextMoment();
  const { getFigures, fetchRowChanges } = ada.rpc.history;
  expect(await getFigures.query({ project, at: validated })).toMatchObject({ units: 1 });
  const patches = [makePatch.quantity(0, "7")];
  await insertPatches(db, { detectionSid: sid, revision: 1, key: null, userSid: ada.user.sid, patches });
  const corrected = nextMoment();
  expect(await getFigures.query({ project, at: corrected })).toMatchObject({ units: 7 });
  const { items, units } = await fetchRowChanges.query({ project, from: validated, to: corrected });
  expect(items).toMatchObject([{ kind: "changed", before: { quantity: "1" }, after: { quantity: "7" } }]);
  expect(units).toEqual({ before: 1, after: 7 });
});

it("PD-157 does not count the photo of an area that was voided at the moment", async () => {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db);
  const project = { slug };
  const { sid: areaSid } = await makeArea(db, { projectSid, number: 12 });
  const { sid: imageSid } = await makeImage(db, { projectSid, areaSid, status: "pending" });
  const { sid: modelSid } = await makeModel(db);
  const { sid } = await makeDetection(db, { imageSid, modelSid, predictions: [makeSticker("111111", "4")] });
  await ada.rpc.imageDetection.validateImageDetection.mutate({ sid });
  const approved = nextMoment();
  await ada.rpc.area.voidArea.mutate({ sid: areaSid, reason: null });
  const voided = nextMoment();
  await ada.rpc.area.restoreArea.mutate({ sid: areaSid });
  const restored = nextMoment();
  const { getFigures, fetchRowChanges } = ada.rpc.history;
  const unitsAt = async (at: string) => (await getFigures.query({ project, at })).units;
  expect([await unitsAt(approved), await unitsAt(voided), await unitsAt(restored)]).toEqual([4, 0, 4]);
  const { items } = await fetchRowChanges.query({ project, from: approved, to: voided });
  expect(items).toMatchObject([{ kind: "removed", before: { code: "111111", quantity: "4" } }]);
});
