import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeArea, makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../testing/factories.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";

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
