import { makePatch, sentenceText } from "@precount/domain";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eq } from "../../db/drizzle.ts";
import { projects } from "../../db/schema/projects.ts";
import { makeArea, makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let ada: Caller;
let grace: Caller;
beforeAll(async () => {
  api = await createTestApi();
  ada = await api.signIn({ name: "Ada" });
  grace = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

async function makeEvent() {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db);
  const { sid: areaSid } = await makeArea(db, { projectSid, number: 12 });
  const image = await makeImage(db, { projectSid, areaSid, name: "12.jpg", status: "processed" });
  const other = await makeImage(db, { projectSid, name: "loose.jpg", status: "processed" });
  const { sid: modelSid } = await makeModel(db, { name: `precount-${slug}`, status: "active" });
  const predictions = [
    makePrediction({
      code: { value: "123456", pattern: "^\\d{6}$", confidence: 0.99 },
      quantity: { value: "48", pattern: "^[1-9]\\d*$", confidence: 0.62 },
    }),
  ];
  const { sid } = await makeDetection(db, { imageSid: image.sid, modelSid, predictions });
  await makeDetection(db, { imageSid: other.sid, modelSid, predictions });
  return { projectSid, slug, image, other, sid, model: `precount-${slug}` };
}

const push = (caller: Caller, sid: string, quantity: string) =>
  caller.rpc.imageDetection.pushImageDetectionPatches.mutate({ sid, patches: [makePatch.quantity(0, quantity)] });

it("the history of a result names who read, changed, took back and validated it, alone or with others", async () => {
  const { sid, image, model, projectSid } = await makeEvent();
  await push(ada, sid, "44");
  await grace.rpc.imageDetection.pullImageDetectionPatches.mutate({ sid, index: 0 });
  await push(ada, sid, "43");
  await grace.rpc.image.validateImages.mutate({ images: [{ sid: image.sid }] });
  await grace.rpc.imageDetection.invalidateImageDetection.mutate({ sid });
  const steps = await ada.rpc.history.getResultHistory.query({ sid, index: 0 });
  expect(steps.map(({ by, text, isUndone }) => [by, text, isUndone])).toEqual([
    [null, `Code 123456 (0.99), quantity 48 (0.62) read by ${model}`, false],
    ["Ada", "Quantity 48 → 44 typed", true],
    ["Grace", "Edits taken back", false],
    ["Ada", "Quantity 48 → 43 typed", false],
    ["Grace", "Validated, with other images", false],
    ["Grace", "Unlocked", false],
  ]);
  await api.database.db.update(projects).set({ groups: [] }).where(eq(projects.sid, projectSid));
  expect(await codeOf(ada.rpc.history.getResultHistory.query({ sid, index: 0 }))).toBe("NOT_FOUND");
});

it("the timeline filters by kind, person and area, and its pages have every entry once", async () => {
  const { slug, sid, image, other } = await makeEvent();
  await push(ada, sid, "43");
  await grace.rpc.image.rejectImages.mutate({ images: [{ sid: image.sid }, { sid: other.sid }] });
  await grace.rpc.image.recoverImage.mutate({ sid: other.sid });
  const list = async (filters: object) => {
    const { items } = await ada.rpc.history.fetchTimeline.query({ project: { slug }, filters });
    return items.map(({ kind, person, sentence }) => [kind, person?.name ?? null, sentenceText(sentence)]);
  };
  const all = await list({});
  const [recovered, rejected, edited] = [
    ["image", "Grace", "recovered loose.jpg"],
    ["image", "Grace", "rejected 2 images in Spring count"],
    ["edit", "Ada", "changed 123456 in 12.jpg: quantity 48 → 43"],
  ];
  expect(all.slice(0, 3)).toEqual([recovered, rejected, edited]);
  expect(all.slice(3).map(([kind]) => kind)).toEqual(["detection", "detection"]);
  expect(await list({ kinds: ["edit"] })).toEqual([edited]);
  expect(await list({ personSid: grace.user.sid })).toEqual([recovered, rejected]);
  // The third person did nothing here.
  await api.signIn({ name: "Alan" });
  const people = await ada.rpc.history.fetchPeople.query({ project: { slug } });
  expect(people).toEqual([ada, grace].map(({ user: { sid: userSid, name } }) => ({ sid: userSid, name })));
  // The rejection lists the area's photo among others.
  expect(await list({ areaNumber: 12, kinds: ["image", "edit"] })).toEqual([rejected, edited]);
  expect((await list({ areaNumber: 12 })).length).toBe(3);
  expect(await list({ areaNumber: 13 })).toEqual([]);
  const keys: string[] = [];
  for (let cursor = null, page = 0; page < 9; page += 1) {
    const { items, next } = await ada.rpc.history.fetchTimeline.query({ project: { slug }, cursor, limit: 2 });
    keys.push(...items.map(({ key }) => key));
    if (next === null) break;
    // The cursor of a page is the input of the next one.
    cursor = next as never;
  }
  expect(new Set(keys).size).toBe(5);
  expect(keys).toHaveLength(5);
});
