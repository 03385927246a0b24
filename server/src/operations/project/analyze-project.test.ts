import { eq } from "../../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageCrops } from "../../db/schema/crops.ts";
import { imageJobs } from "../../db/schema/jobs.ts";
import { makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let user: Caller;
beforeAll(async () => {
  api = await createTestApi();
  await api.services.queue.start();
  user = await api.signIn();
});
afterAll(() => api.close());

const analyze = (slug: string, sid: string, caller = user) =>
  caller.rpc.project.analyzeProject.mutate({ project: { slug }, model: { sid } });

async function makeEvent(given: Parameters<typeof makeProject>[1] = {}) {
  const { db } = api.database;
  const project = await makeProject(db, given);
  const projectSid = project.sid;
  await makeImage(db, { projectSid, status: "approved" });
  await makeImage(db, { projectSid, status: "rejected", rejectedAt: new Date(), rejectedBy: user.user.sid });
  const open = [await makeImage(db, { projectSid }), await makeImage(db, { projectSid, status: "processed" })];
  return { ...project, openSids: open.map(({ sid }) => sid) };
}

describe("project.analyzeProject", () => {
  it("S4.02 S7.06 queues the model for images neither approved nor rejected, and counts the skipped ones", async () => {
    const { db } = api.database;
    const { slug, openSids } = await makeEvent();
    const { sid: modelSid } = await makeModel(db);
    expect(await analyze(slug, modelSid)).toEqual({ queued: 2, skipped: 2 });
    const jobs = await db.select().from(imageJobs).where(eq(imageJobs.modelSid, modelSid));
    expect(new Set(jobs.map(({ imageSid }) => imageSid))).toEqual(new Set(openSids));
    // Waiting images are not queued twice.
    expect(await analyze(slug, modelSid)).toEqual({ queued: 0, skipped: 4 });
  });

  it("does not wait for a transaction that adds rows of its images, which could wait for it in turn", async () => {
    const { db } = api.database;
    const { slug, openSids } = await makeEvent();
    const { sid: modelSid } = await makeModel(db);
    await db.transaction(async (tx) => {
      const crop = { key: "k", orientation: "normal", contents: Buffer.from("crop") } as const;
      await tx.insert(imageCrops).values(openSids.map((imageSid) => Object.assign({ imageSid }, crop)));
      expect(await analyze(slug, modelSid)).toEqual({ queued: 2, skipped: 2 });
    });
  });

  it("PD-176 leaves out images that a person has edited, on request", async () => {
    const { db } = api.database;
    const { slug, openSids } = await makeEvent();
    const [first = "", second = ""] = openSids;
    const read = await makeModel(db);
    const detection = await makeDetection(db, { imageSid: first, modelSid: read.sid });
    await makeDetection(db, { imageSid: second, modelSid: read.sid });
    const edit = { sid: detection.sid, patches: [{ op: "replace", path: "/0/code/value", value: "654321" } as const] };
    await user.rpc.imageDetection.pushImageDetectionPatches.mutate(edit);
    const { sid } = await makeModel(db);
    const asked = { project: { slug }, model: { sid } };
    expect(await user.rpc.project.analyzeProject.mutate({ ...asked, onlyUntouched: true })).toEqual({
      queued: 1,
      skipped: 3,
    });
    const jobs = await db.select().from(imageJobs).where(eq(imageJobs.modelSid, sid));
    expect(jobs.map(({ imageSid }) => imageSid)).toEqual([second]);
    expect(await user.rpc.project.analyzeProject.mutate(asked)).toEqual({ queued: 1, skipped: 3 });
  });

  it.each(["completed", "discarded", "archived"] as const)("refuses a %s event", async (status) => {
    const { slug } = await makeEvent({ status });
    expect(await codeOf(analyze(slug, (await makeModel(api.database.db)).sid))).toBe("PRECONDITION_FAILED");
  });

  it("S4.21 S6.04 refuses retired and unknown models, and accepts a model in preview from admins only", async () => {
    const { db } = api.database;
    const { slug } = await makeEvent();
    const retired = await makeModel(db, { status: "retired", title: "Old one" });
    expect(await errorOf(analyze(slug, retired.sid))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "The model Old one is retired. Choose another one.",
    });
    const preview = await makeModel(db, { status: "preview" });
    expect(await codeOf(analyze(slug, preview.sid))).toBe("NOT_FOUND");
    expect(await analyze(slug, preview.sid, await api.signIn({ role: "admin" }))).toMatchObject({ queued: 2 });
    expect(await codeOf(analyze(slug, "a".repeat(24)))).toBe("NOT_FOUND");
  });

  it("S5.12 requires a model", async () => {
    const { slug } = await makeEvent();
    const response = await api.inject({
      method: "POST",
      url: "/trpc/project.analyzeProject",
      headers: user.headers,
      payload: { project: { slug } },
    });
    expect(response.json().error).toMatchObject({ message: "Please select a model", data: { code: "BAD_REQUEST" } });
  });

  it("is NOT_FOUND for an event that the user may not see", async () => {
    const { slug } = await makeEvent({ status: "preview" });
    expect(await codeOf(analyze(slug, (await makeModel(api.database.db)).sid))).toBe("NOT_FOUND");
  });
});
