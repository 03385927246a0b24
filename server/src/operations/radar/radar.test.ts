import { type Item, type Prediction } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq, sql } from "../../db/drizzle.ts";
import { areas } from "../../db/schema/areas.ts";
import { stickerPairs } from "../../db/schema/duplicates.ts";
import { projects } from "../../db/schema/projects.ts";
import { radarChanges, radarFindings } from "../../db/schema/radar.ts";
import { findImage } from "../../db/images/read.ts";
import { refreshStickers } from "../duplicate/refresh-stickers.ts";
import { makeItemList, makeSticker } from "../../testing/counted-event.ts";
import {
  makeArea,
  makeDetection,
  makeImage,
  makeModel,
  makePair,
  makePrediction,
  makeProject,
  makeReport,
} from "../../testing/factories.ts";
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

const codeNumber = (n: number): string => String(100_000 + n * 37);

const item = (code: string, given: Partial<Item> = {}): Item => ({
  code,
  description: `Article ${code}`,
  department: "Dairy",
  unitPrice: 2,
  packSize: 1,
  expectedQuantity: 20,
  lastQuantity: 20,
  active: true,
  ...given,
});

async function addPhoto(projectSid: string, areaSid: string | null, predictions: Prediction[]) {
  const { db } = api.database;
  const image = await makeImage(db, { projectSid, areaSid, status: "pending" });
  const detection = await makeDetection(db, { imageSid: image.sid, modelSid, predictions });
  return { image, detection };
}

/** An event with a list of twelve items with 20 units each, and two areas. Area 1 has a photo with all of them. */
async function makeEvent(changed: Partial<Record<number, number>> = {}) {
  const { db } = api.database;
  const event = await makeProject(db);
  const codes = Array.from({ length: 12 }, (_, n) => codeNumber(n));
  await makeItemList(
    db,
    event.sid,
    codes.map((code) => item(code)),
  );
  const first = await makeArea(db, { projectSid: event.sid, number: 1 });
  const second = await makeArea(db, { projectSid: event.sid, number: 2 });
  const photo = await addPhoto(
    event.sid,
    first.sid,
    codes.map((code, n) => makeSticker(code, changed[n] ?? 20)),
  );
  return { event, codes, first, second, ...photo };
}

const findingsOf = async (slug: string, more: object = {}) =>
  (await person.rpc.radar.fetchFindings.query({ project: { slug }, ...more })).findings;
const keysOf = async (slug: string, more: object = {}) => (await findingsOf(slug, more)).map(({ key }) => key);

describe("the radar of an event", () => {
  it("finds nothing in a plausible count", async () => {
    const { event } = await makeEvent();
    expect(await findingsOf(event.slug)).toEqual([]);
    expect(await person.rpc.radar.fetchSummary.query({ slug: event.slug })).toMatchObject({
      open: 0,
      hasItems: true,
      hasPrevious: false,
      isComplete: false,
    });
  });

  it("shows a digit slip with its sticker, photo, units and money", async () => {
    const { event, codes, image } = await makeEvent({ 3: 200 });
    const [finding, ...others] = await findingsOf(event.slug);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      key: `digitSlip:${codes[3]}:${image.sid}:3`,
      severity: "medium",
      units: 180,
      money: 360,
      description: `Article ${codes[3]}`,
      department: "Dairy",
      areaNumber: 1,
      details: { quantity: 200, suggestedQuantity: 20, slip: "tenfold" },
      accepted: null,
    });
    expect(finding?.evidence).toMatchObject([
      { position: 3, code: codes[3], quantity: 200, image: { sid: image.sid } },
    ]);
  });

  it("follows an edit of a result, and judges only its codes again", async () => {
    const { event, codes, detection } = await makeEvent({ 3: 200 });
    await keysOf(event.slug);
    // A finding of another code that no rule would return: it stays if its code is not judged again.
    const { db } = api.database;
    await db.execute(sql`insert into ${radarFindings} select project_sid, 'farFromExpected:999999', 'code:999999', kind, severity,
      likelihood, units, money, 0.01, code, department, area_number, image_sid, state, details, results from ${radarFindings}
      where project_sid = ${event.sid}`);
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: detection.sid,
      patches: [{ op: "replace", path: "/3/quantity/value", value: "20" }],
    });
    expect(await keysOf(event.slug)).toEqual(["farFromExpected:999999"]);
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: detection.sid,
      patches: [{ op: "replace", path: "/5/code/value", value: "999998" }],
    });
    expect(await keysOf(event.slug)).toContain("unknownCode:999998");
    expect(codes).not.toContain("999998");
    expect(await db.$count(radarChanges, eq(radarChanges.projectSid, event.sid))).toBe(0);
  });

  it("follows photos that are added, rejected, recovered and moved, and areas that are voided", async () => {
    const { event, codes, first, second } = await makeEvent();
    const { slug, sid: projectSid } = event;
    expect(await keysOf(slug)).toEqual([]);
    const { image } = await addPhoto(projectSid, second.sid, [makeSticker("999998", 5)]);
    // Every area has a photo now, so low counts are judged; here all codes are counted.
    expect(await keysOf(slug)).toEqual(["unknownCode:999998"]);
    await person.rpc.image.rejectImage.mutate({ sid: image.sid });
    expect(await keysOf(slug)).toEqual([]);
    await person.rpc.image.recoverImage.mutate({ sid: image.sid });
    expect(await keysOf(slug)).toEqual(["unknownCode:999998"]);
    // In area 1 it is the current photo; the first one waits for a decision and does not count.
    await person.rpc.area.linkImage.mutate({ imageSid: image.sid, areaSid: first.sid });
    expect(await keysOf(slug)).toEqual(["unknownCode:999998"]);
    await person.rpc.area.voidArea.mutate({ sid: second.sid });
    const keys = await keysOf(slug, { pageSize: 50 });
    expect(keys).toHaveLength(13);
    expect(keys).toContain(`notCounted:${codes[0]}`);
  });

  it("leaves out the photos of a voided area until it is restored", async () => {
    const { event, second } = await makeEvent();
    await addPhoto(event.sid, second.sid, [makeSticker("999998", 5)]);
    expect(await keysOf(event.slug)).toEqual(["unknownCode:999998"]);
    await person.rpc.area.voidArea.mutate({ sid: second.sid });
    expect(await keysOf(event.slug)).not.toContain("unknownCode:999998");
    await person.rpc.area.restoreArea.mutate({ sid: second.sid });
    expect(await keysOf(event.slug)).toEqual(["unknownCode:999998"]);
  });

  it("finds shelves without stickers", async () => {
    const { event, second } = await makeEvent();
    const shelf = makePrediction({ label: "shelf", code: { value: "01", pattern: "^\\d+$", confidence: 0.9 } });
    const { image } = await addPhoto(event.sid, second.sid, [shelf]);
    const [finding] = await findingsOf(event.slug);
    expect(finding).toMatchObject({
      key: `noStickers:${image.sid}`,
      areaNumber: 2,
      image: { sid: image.sid },
      evidence: [],
    });
  });

  it("compares with the previous event once one is chosen", async () => {
    const { db } = api.database;
    const { event, second } = await makeEvent();
    await db.update(areas).set({ voidedAt: new Date(), voidedBy: person.user.sid }).where(eq(areas.sid, second.sid));
    expect(await keysOf(event.slug)).toEqual([]);
    const previous = await makeProject(db);
    const row = { areaCode: "2", bayCode: "", shelfCode: "", code: "777777", quantity: "50" };
    await makeReport(db, { projectSid: previous.sid, createdBy: person.user.sid, rows: [row, row] });
    await db.update(projects).set({ previousEventSid: previous.sid }).where(eq(projects.sid, event.sid));
    expect(await findingsOf(event.slug)).toMatchObject([
      { key: "voidedArea:2", units: -100, details: { stickers: 2, last: 100 } },
    ]);
  });

  it("leaves a sticker out that another photo shows and counts, until the decision is undone", async () => {
    const { db } = api.database;
    const { event, codes, image, detection, second } = await makeEvent();
    const { slug, sid: projectSid } = event;
    const other = await addPhoto(projectSid, second.sid, [makeSticker(codes[0] ?? "", 400)]);
    expect(await findingsOf(slug)).toMatchObject([{ code: codes[0], units: 400 }]);
    const sides = [
      { imageSid: image.sid, detectionSid: detection.sid },
      { imageSid: other.image.sid, detectionSid: other.detection.sid },
    ];
    const { sid: pairSid } = await makePair(db, sides, { projectSid, certainty: 0.99 });
    const decide = (status: "same" | "suspected") =>
      db
        .update(stickerPairs)
        .set({ status, decidedAt: status === "same" ? new Date() : null })
        .where(eq(stickerPairs.sid, pairSid));
    for (const sid of [image.sid, other.image.sid]) {
      await db.transaction(async (tx) => refreshStickers(tx, (await findImage(tx, sid))!.image));
    }
    // Another change of the pair, as the search makes it.
    await decide("suspected");
    expect(await findingsOf(slug, { kinds: ["stickerInTwoPhotos"] })).toMatchObject([
      { key: `stickerInTwoPhotos:${pairSid}`, code: codes[0], units: 20, evidence: [{}, {}], details: { pairSid } },
    ]);
    await decide("same");
    expect(await keysOf(slug)).toEqual([]);
    await person.rpc.image.rejectImage.mutate({ sid: image.sid });
    // The photo with the other sticker remains and counts it.
    expect(await keysOf(slug, { kinds: ["digitSlip", "farFromExpected"] })).toHaveLength(1);
    await person.rpc.image.recoverImage.mutate({ sid: image.sid });
    expect(await keysOf(slug)).toEqual([]);
    await decide("suspected");
    expect(await keysOf(slug)).toHaveLength(2);
  });

  it("filters by kind, severity, department and area, and pages", async () => {
    const { event, second } = await makeEvent({ 3: 200, 5: 210 });
    await addPhoto(event.sid, second.sid, [makeSticker("999998", 5)]);
    const { slug } = event;
    expect(await keysOf(slug)).toHaveLength(3);
    expect(await keysOf(slug, { kinds: ["unknownCode"] })).toEqual(["unknownCode:999998"]);
    expect(await keysOf(slug, { areaNumber: 2 })).toEqual(["unknownCode:999998"]);
    expect(await keysOf(slug, { departments: ["Dairy"] })).toHaveLength(2);
    expect(await keysOf(slug, { severities: ["low"] })).toEqual(["unknownCode:999998"]);
    expect(await keysOf(slug, { page: 3, pageSize: 1 })).toEqual(["unknownCode:999998"]);
    expect(await person.rpc.radar.fetchSummary.query({ slug })).toMatchObject({
      open: 3,
      bySeverity: { high: 0, medium: 2, low: 1 },
      byKind: [
        { kind: "digitSlip", count: 2 },
        { kind: "unknownCode", count: 1 },
      ],
      byDepartment: [{ department: "Dairy", count: 2 }],
      isComplete: true,
    });
  });

  it("has a finding once when twenty screens ask at the same time", async () => {
    const { event } = await makeEvent({ 3: 200 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => keysOf(event.slug)));
    expect(new Set(answers.map((keys) => keys.length))).toEqual(new Set([1]));
  });
});

describe("accepting findings", () => {
  it("keeps the reason and the person, ends when the values change, and can be undone", async () => {
    const { event, detection } = await makeEvent({ 3: 200, 5: 210 });
    const { slug } = event;
    const keys = await keysOf(slug);
    const accepted = await person.rpc.radar.acceptFindings.mutate({
      project: { slug },
      keys,
      reason: " Delivered today ",
    });
    expect(accepted.keys.toSorted()).toEqual(keys.toSorted());
    expect(await keysOf(slug)).toEqual([]);
    const [finding] = await findingsOf(slug, { accepted: true });
    expect(finding?.accepted).toMatchObject({ reason: "Delivered today", by: "Grace", isByCompletion: false });

    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: detection.sid,
      patches: [{ op: "replace", path: "/3/quantity/value", value: "220" }],
    });
    expect(await keysOf(slug)).toHaveLength(1);
    expect(await keysOf(slug, { accepted: true })).toHaveLength(1);
    await person.rpc.radar.reopenFindings.mutate({ project: { slug }, keys });
    expect(await keysOf(slug)).toHaveLength(2);

    const admin = await api.signIn({ role: "admin" });
    const { items: entries } = await admin.rpc.audit.fetchAudit.query({ filters: { action: "radar." } });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["radar.acceptFindings", "radar.reopenFindings"]),
    );
    expect(entries.find(({ action }) => action === "radar.acceptFindings")?.details).toMatchObject({
      reason: "Delivered today",
      findings: accepted.keys,
    });
  });

  it("is refused without a reason and in a completed event", async () => {
    const { event } = await makeEvent({ 3: 200 });
    const { slug } = event;
    const keys = await keysOf(slug);
    const accept = (reason: string) => person.rpc.radar.acceptFindings.mutate({ project: { slug }, keys, reason });
    expect(await codeOf(accept("  "))).toBe("BAD_REQUEST");
    await api.database.db.update(projects).set({ status: "completed" }).where(eq(projects.sid, event.sid));
    expect(await codeOf(accept("Delivered"))).toBe("PRECONDITION_FAILED");
    expect(await keysOf(slug)).toHaveLength(1);
  });

  it("happens for open findings of high impact when the event is completed, until it is reopened", async () => {
    const { db } = api.database;
    const { event, image, detection, second } = await makeEvent({ 3: 20_000, 5: 210 });
    const { slug } = event;
    expect(await keysOf(slug, { severities: ["high"] })).toHaveLength(1);
    await db.update(areas).set({ voidedAt: new Date(), voidedBy: person.user.sid }).where(eq(areas.sid, second.sid));
    await person.rpc.imageDetection.validateImageDetection.mutate({ sid: detection.sid });
    expect(image.sid).toBeDefined();
    await person.rpc.project.completeProject.mutate({ slug });
    expect(await keysOf(slug)).toHaveLength(1);
    const [accepted] = await findingsOf(slug, { accepted: true });
    expect(accepted?.accepted).toMatchObject({ by: "Grace", isByCompletion: true });
    const admin = await api.signIn({ role: "admin" });
    const { items: entries } = await admin.rpc.audit.fetchAudit.query({
      filters: { action: "project.completeProject", projectSid: event.sid },
    });
    expect(entries[0]?.details).toMatchObject({ acceptedFindings: { count: 1, keys: [accepted?.key] } });
    await person.rpc.project.reopenProject.mutate({ slug });
    expect(await keysOf(slug)).toHaveLength(2);
  });
});
