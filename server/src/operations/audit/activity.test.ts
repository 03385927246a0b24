import { makePatch, sentenceText } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq } from "../../db/drizzle.ts";
import { projects } from "../../db/schema/projects.ts";
import { makeSticker } from "../../testing/counted-event.ts";
import { makeArea, makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let ada: Caller;
let admin: Caller;
beforeAll(async () => {
  api = await createTestApi();
  ada = await api.signIn({ name: "Ada" });
  admin = await api.signIn({ name: "Grace", role: "admin" });
});
afterAll(() => api.close());

/** An event with one photo in area 4, in which Ada changes one of two stickers and approves it. */
async function reviewEvent() {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db, { name: "Spring" });
  const area = await makeArea(db, { projectSid, number: 4 });
  const by = admin.user.sid;
  const image = await makeImage(db, {
    projectSid,
    areaSid: area.sid,
    name: "0014.jpg",
    status: "pending",
    createdBy: by,
  });
  const { sid: modelSid } = await makeModel(db, { title: "Reader" });
  const predictions = [makeSticker("797047", "1"), makeSticker("000002", "2")];
  const { sid } = await makeDetection(db, { imageSid: image.sid, modelSid, predictions });
  await ada.rpc.imageDetection.pushImageDetectionPatches.mutate({ sid, patches: [makePatch.quantity(0, "7")] });
  await ada.rpc.imageDetection.validateImageDetection.mutate({ sid });
  return { projectSid, slug, imageSid: image.sid };
}

describe("PD-148 what people did in an event", () => {
  it("tells those who see the event in sentences what changed, without addresses and credentials", async () => {
    const { slug, projectSid } = await reviewEvent();
    const input = { project: { slug }, filters: { kinds: ["edit" as const, "validation" as const] } };
    const { items } = await ada.rpc.history.fetchTimeline.query(input);
    expect(items.map(({ person, sentence }) => `${person?.name} ${sentenceText(sentence)}`)).toEqual([
      "Ada approved 0014.jpg",
      "Ada changed 797047 in 0014.jpg: quantity 1 → 7",
    ]);
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual(["at", "key", "kind", "person", "sentence"]);
    expect(JSON.stringify(items)).not.toContain("127.0.0.1");
    // Codes and quantities are for people who see the event.
    await api.database.db.update(projects).set({ groups: [] }).where(eq(projects.sid, projectSid));
    expect(await codeOf(ada.rpc.history.fetchTimeline.query(input))).toBe("NOT_FOUND");
    expect(await codeOf(ada.rpc.audit.fetchAudit.query({ filters: { projectSid } }))).toBe("FORBIDDEN");
    const { items: entries } = await admin.rpc.audit.fetchAudit.query({ filters: { projectSid, kinds: ["result"] } });
    expect(entries.map(({ description: { sentence } }) => sentenceText(sentence))).toContain(
      "changed 797047 in 0014.jpg: quantity 1 → 7",
    );
  });

  it("names the people of an image with their times", async () => {
    const { imageSid } = await reviewEvent();
    expect(await ada.rpc.image.getPeople.query({ sid: imageSid })).toMatchObject({
      uploaded: { by: "Grace" },
      approved: { by: "Ada" },
      rejected: null,
      edited: [{ by: "Ada", changes: 1 }],
    });
  });
});

describe("PD-149 the figures of the statistics", () => {
  it("counts doubts, corrections and confused digits, and people for admins only", async () => {
    const { slug } = await reviewEvent();
    const figures = await admin.rpc.project.getStatsFigures.query({ slug });
    const share = { stickers: 2, doubtful: 0, corrected: 1 };
    expect(figures).toMatchObject({
      byModel: [{ name: "Reader", ...share }],
      byArea: [{ name: "4", ...share }],
      byHour: [share],
      digits: [{ read: "1", correct: "7", count: 1 }],
      people: [{ name: "Ada", approved: 1, edits: 1, activeHours: 1 }],
    });
    expect((await ada.rpc.project.getStatsFigures.query({ slug })).people).toBeNull();
  });
});
