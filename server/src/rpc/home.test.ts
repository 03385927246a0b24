import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../auth/password.ts";
import { eq } from "../db/drizzle.ts";
import { images as imageTable } from "../db/schema/images.ts";
import {
  makeArea,
  makeDetection,
  makeImage,
  makeModel,
  makePrediction,
  makeProject,
  makeReport,
  makeUser,
} from "../testing/factories.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe("home.fetchStats", () => {
  it("S2.08 S7.03 counts the visible events, images, detections and results in one statement", async () => {
    const { db, statements } = api.database;
    const [user, admin] = [await api.signIn(), await api.signIn({ role: "admin" })];
    const none = { projects: 0, images: 0, imageDetections: 0, objectDetections: 0 };
    expect(await user.rpc.home.fetchStats.query()).toEqual(none);
    const { sid: modelSid } = await makeModel(db);
    for (const status of ["active", "preview"] as const) {
      const { sid: projectSid } = await makeProject(db, { status });
      const { sid: imageSid } = await makeImage(db, { projectSid });
      await makeImage(db, { projectSid });
      await makeDetection(db, { imageSid, modelSid, status: "discarded" });
      await makeDetection(db, { imageSid, modelSid, predictions: [makePrediction(), makePrediction()] });
    }
    statements.length = 0;
    const seen = { projects: 1, images: 2, imageDetections: 1, objectDetections: 2 };
    expect(await user.rpc.home.fetchStats.query()).toEqual(seen);
    // Statements: the session and the counts.
    expect(statements).toHaveLength(2);
    const all = { projects: 2, images: 4, imageDetections: 2, objectDetections: 4 };
    expect(await admin.rpc.home.fetchStats.query()).toEqual(all);
  });
});

describe("breadcrumb.fetchBreadcrumbs", () => {
  it("S2.07 names the event, image and area of a route, and omits parameters without a name", async () => {
    const { db } = api.database;
    const user = await api.signIn();
    const { sid: projectSid, slug } = await makeProject(db, { name: "Autumn count" });
    const image = await makeImage(db, { projectSid, name: "0412.jpg" });
    const area = await makeArea(db, { projectSid, number: 412 });
    const other = await makeImage(db, { projectSid: (await makeProject(db)).sid });
    const fetch = user.rpc.breadcrumb.fetchBreadcrumbs;
    expect(
      await fetch.query({ projectId: slug, imageId: image.sid, areaId: area.sid, tab: "areas", constructor: "x" }),
    ).toEqual({
      projectId: "Autumn count",
      imageId: "0412.jpg",
      areaId: "412",
    });
    expect(await fetch.query({ pageId: projectSid })).toEqual({ pageId: "Autumn count" });
    expect(await fetch.query({ projectId: slug, imageId: other.sid })).toEqual({ projectId: "Autumn count" });
    expect(await fetch.query({})).toEqual({});
    const hidden = await makeProject(db, { status: "preview" });
    expect(await fetch.query({ projectId: hidden.slug })).toEqual({});
  });
});

describe("model.fetchModels", () => {
  it("S3.11 S6.04 lists models; those in preview and retired ones for admins only", async () => {
    const { db } = api.database;
    const [user, admin] = [await api.signIn(), await api.signIn({ role: "admin" })];
    for (const status of ["preview", "active", "deprecated", "retired"] as const)
      await makeModel(db, { name: `m-${status}`, status });
    const names = async (caller: typeof user) =>
      (await caller.rpc.model.fetchModels.query()).map(({ name }) => name).filter((name) => name.startsWith("m-"));
    expect(await names(user)).toEqual(["m-active", "m-deprecated"]);
    expect(await names(admin)).toEqual(["m-active", "m-deprecated", "m-preview", "m-retired"]);
  });
});

describe("meta.version", () => {
  it("needs no session", async () => {
    expect(await api.anonymous.meta.version.query()).toEqual({
      version: "0.1.0",
      commit: expect.stringMatching(/^([0-9a-f]{40})?$/),
      issuesUrl: null,
      sentry: null,
    });
  });
});

const expiryOf = async ({ rpc }: Caller) => (await rpc.home.fetchOverview.query()).passwordExpiresAt;

describe("home.fetchOverview", () => {
  const NOW = new Date();
  const at = (minutesAgo: number) => new Date(NOW.getTime() - minutesAgo * 60_000);

  it("gives active events with progress, next image, newest photos and pace, in a fixed number of statements", async () => {
    const { db, statements } = api.database;
    const person = await api.signIn();
    const { sid: modelSid } = await makeModel(db);
    const { sid: projectSid, slug } = await makeProject(db, { name: "Overview count" });
    const doubtful = makePrediction({ code: { value: "01234", pattern: null, confidence: 0.9 } });
    const images = [];
    for (const minutesAgo of [90, 80, 70, 60, 50, 40])
      images.push(await makeImage(db, { projectSid, createdAt: at(minutesAgo), name: `${minutesAgo}.jpg` }));
    const [first, second, third] = images;
    if (!first || !second || !third) throw new Error("missing images");
    await makeDetection(db, { imageSid: first.sid, modelSid });
    await makeDetection(db, { imageSid: second.sid, modelSid, predictions: [doubtful, makePrediction()] });
    await db.update(imageTable).set({ status: "pending" }).where(eq(imageTable.sid, first.sid));
    await db.update(imageTable).set({ status: "processed" }).where(eq(imageTable.sid, second.sid));
    await db
      .update(imageTable)
      .set({ status: "approved", statusDate: at(3) })
      .where(eq(imageTable.sid, third.sid));
    const area = await makeArea(db, { projectSid, number: 1 });
    await makeArea(db, { projectSid, number: 2 });
    await db.update(imageTable).set({ areaSid: area.sid }).where(eq(imageTable.sid, third.sid));

    statements.length = 0;
    const overview = await person.rpc.home.fetchOverview.query();
    const used = statements.length;
    expect(overview.events.find((event) => event.slug === slug)).toMatchObject({
      name: "Overview count",
      images: { total: 6, settled: 1, undecided: 0, withoutArea: 5 },
      imagesByStatus: { uploaded: 3, processed: 1, pending: 1, approved: 1, rejected: 0 },
      areas: { total: 2, accountedFor: 1, toPhotograph: 1 },
      doubtful: 1,
      nextToReview: second.sid,
      people: [],
      pace: { settled: [{ count: 1 }], photographed: [] },
      thumbnails: [{ name: "40.jpg" }, { name: "50.jpg" }, { name: "60.jpg" }, { name: "70.jpg" }, { name: "80.jpg" }],
    });
    const { summaries } = await person.rpc.project.fetchSummaries.query({ search: "Overview count" });
    expect(summaries).toMatchObject([
      { slug, areas: { total: 2, toPhotograph: 1 }, thumbnails: [{ name: "40.jpg" }, {}, {}, {}, { name: "80.jpg" }] },
    ]);
    for (let made = 0; made < 3; made++) await makeProject(db);
    statements.length = 0;
    expect((await person.rpc.home.fetchOverview.query()).events.length).toBeGreaterThan(3);
    expect(statements).toHaveLength(used);
  });

  it("says when a generated password expires, until it is replaced", async () => {
    const { db } = api.database;
    const expiry = new Date("2026-12-04T12:00:00.000Z");
    const account = await makeUser(db, {
      passwordHash: await hashPassword("aFirst7Password"),
      passwordExpiresAt: expiry,
    });
    const [caller, other] = [await api.signInAs(account), await api.signIn()];
    expect(await expiryOf(caller)).toBe(expiry.toISOString());
    expect(await expiryOf(other)).toBeNull();
    await caller.rpc.user.changeOwnPassword.mutate({ current: "aFirst7Password", password: "Other-photos-2027" });
    expect(await expiryOf(caller)).toBeNull();
  });

  it("counts areas as the area list does", async () => {
    const { db } = api.database;
    const person = await api.signIn();
    const { sid: projectSid, slug } = await makeProject(db);
    const decided = { countsTooAt: NOW, countsTooBy: person.user.sid };
    const photos = [
      [],
      [{ status: "pending" }],
      [{ status: "approved" }],
      [{ status: "approved" }, { status: "pending" }],
      [{ status: "pending" }, { status: "approved" }],
      [{ status: "approved" }, { status: "pending", countsToo: false, ...decided }],
      [{ status: "approved", countsToo: false, ...decided }],
      [{ status: "rejected", rejectedAt: NOW, rejectedBy: person.user.sid }],
    ] as const;
    for (const [number, ofArea] of photos.entries()) {
      const { sid: areaSid } = await makeArea(db, { projectSid, number: number + 1 });
      for (const [order, photo] of ofArea.entries())
        await makeImage(db, { projectSid, areaSid, createdAt: new Date(NOW.getTime() + order), ...photo });
    }
    await person.rpc.area.voidRange.mutate({ project: { slug }, from: 1, to: 1 });
    const areas = await person.rpc.area.fetchAllAreasWithStatus.query({ project: { slug } });
    const count = (...statuses: string[]): number => areas.filter(({ status }) => statuses.includes(status)).length;
    const { events } = await person.rpc.home.fetchOverview.query();
    expect(events.find((event) => event.slug === slug)?.areas).toEqual({
      total: areas.length,
      accountedFor: count("approved", "voided"),
      toPhotograph: count("not_taken", "rejected"),
    });
  });

  it("lists the newest reports of visible events with the totals of the version before", async () => {
    const { db } = api.database;
    const [user, admin] = [await api.signIn(), await api.signIn({ role: "admin" })];
    const { sid: projectSid, slug } = await makeProject(db, { name: "Reported count", status: "completed" });
    const hidden = await makeProject(db, { status: "preview" });
    const row = { areaCode: "1", bayCode: "", shelfCode: "", code: "012345", quantity: "1" };
    const report = { projectSid, createdBy: admin.user.sid };
    await makeReport(db, { ...report, rows: [row] });
    await makeReport(db, { ...report, version: 2, rows: [row, row] });
    await makeReport(db, { ...report, projectSid: hidden.sid });
    const event = { slug, name: "Reported count" };
    expect((await user.rpc.home.fetchOverview.query()).reports).toMatchObject([
      { version: 2, event, totals: { rows: 2, quantity: 0 }, before: { rows: 1, quantity: 0 } },
      { version: 1, event, totals: { rows: 1, quantity: 0 }, before: null },
    ]);
    expect((await admin.rpc.home.fetchOverview.query()).reports).toHaveLength(3);
  });
});
