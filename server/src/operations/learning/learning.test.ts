import { EVERYONE, type LearningReport } from "@precount/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eq } from "../../db/drizzle.ts";
import { insertLearnedModel, setModelProblem } from "../../db/models/learned.ts";
import { imageJobs } from "../../db/schema/jobs.ts";
import { type learningExamples, learningRuns } from "../../db/schema/learning.ts";
import { projects } from "../../db/schema/projects.ts";
import { newSid } from "../../lib/ids.ts";
import { makeExample, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { makeForm } from "../../testing/make-form.ts";
import { makeLearningReport } from "../../testing/learning-report.ts";
import { samplePhoto } from "../../testing/sample-photos.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";
import { startLearningIfDue } from "./start-run.ts";

let api: TestApi;
let admin: Caller;
let person: Caller;
let baseSid: string;
let north: string;
beforeEach(async () => {
  api = await createTestApi();
  await api.services.queue.start();
  admin = await api.signIn({ role: "admin", name: "Ada" });
  person = await api.signIn({ name: "Grace" });
  const base = { name: "precount", backend: "onnx", trainedAt: new Date("2026-11-01") } as const;
  baseSid = (await makeModel(api.database.db, base)).sid;
  north = (await admin.rpc.group.createGroup.mutate({ name: "North" })).sid;
});
afterEach(() => api.close());

async function makeEvent(groups: string[] = [EVERYONE]) {
  const { db } = api.database;
  const event = await makeProject(db);
  await db.update(projects).set({ groups }).where(eq(projects.sid, event.sid));
  return event;
}

async function addExamples(
  count: number,
  groups?: string[],
  given: Partial<typeof learningExamples.$inferInsert> = {},
) {
  const { db } = api.database;
  const event = await makeEvent(groups);
  const { sid: imageSid } = await makeImage(db, { projectSid: event.sid, status: "approved" });
  const place = { imageSid, projectSid: event.sid, modelSid: baseSid };
  await makeExample(db, { ...place, position: 0, ...given });
  await api.database.pool.query(
    `insert into learning_examples select image_sid, n, project_sid, model_sid, code, code_origin, code_account, quantity,
       quantity_origin, quantity_account, box, sha256, is_held_out, created_at
     from learning_examples, generate_series(1, $2) n where image_sid = $1 and position = 0`,
    [imageSid, count - 1],
  );
  return event;
}

async function addLearned(title: string, given: { groupSid?: string | null; report?: LearningReport } = {}) {
  const sid = newSid();
  const { groupSid = null, report = makeLearningReport() } = given;
  const model = { sid, name: nameOf(sid), title, backend: "onnx", trainedAt: "2026-11-20" } as const;
  await insertLearnedModel(api.database.db, { ...model, adaptsSid: baseSid, groupSid, report });
  return sid;
}

/** Uploads a photo and returns the model that reads it. */
async function modelOfNextPhoto(slug: string): Promise<string | undefined> {
  const form = await makeForm([["file", samplePhoto(), "0001.jpg"]]);
  const response = await api.inject({
    method: "POST",
    url: `/api/projects/${slug}/images/upload`,
    headers: { ...admin.headers, ...form.headers },
    payload: form.payload,
  });
  const { sid } = response.json<{ images: { sid: string }[] }>().images[0]!; // the photo is accepted
  const [job] = await api.database.db.select().from(imageJobs).where(eq(imageJobs.imageSid, sid));
  return job?.modelSid;
}

const nameOf = (modelSid: string): string => `precount-${modelSid.slice(0, 8)}`;
const promote = (modelSid: string) => admin.rpc.learning.promote.mutate({ modelSid });
const rollBack = (groupSid: string | null) => admin.rpc.learning.rollBack.mutate({ groupSid });

describe("PD-176 the overview", () => {
  it("counts the examples of each group, and each example once in all", async () => {
    await addExamples(3, [EVERYONE, north], { codeOrigin: "typed" });
    await addExamples(4, [EVERYONE], { quantityOrigin: "blindChecked", isHeldOut: true });
    await addExamples(5, [north]);
    const { groups, counts, newStickers } = await admin.rpc.learning.fetchOverview.query();
    expect(counts).toEqual({ stickers: 12, typed: 3, blindChecked: 4, unchanged: 5, heldOut: 4 });
    expect(newStickers).toBe(12);
    expect(groups).toMatchObject([
      {
        sid: EVERYONE,
        name: "Everyone",
        collects: false,
        counts: { stickers: 7, typed: 3, heldOut: 4 },
        modelSid: null,
      },
      { sid: north, name: "North", collects: false, counts: { stickers: 8, typed: 3, unchanged: 5 } },
    ]);
  });

  it("shows the switches and settings, which are off until an admin changes them", async () => {
    await admin.rpc.group.setCollectsExamples.mutate({ sid: north, collects: true });
    await admin.rpc.learning.updateSettings.mutate({ promotesAutomatically: true });
    const { groups, settings } = await admin.rpc.learning.fetchOverview.query();
    expect(groups.map(({ collects }) => collects)).toEqual([false, true]);
    expect(settings).toEqual({ startsAutomatically: false, promotesAutomatically: true });
    await admin.rpc.learning.updateSettings.mutate({ startsAutomatically: true });
    expect((await admin.rpc.learning.fetchOverview.query()).settings).toEqual({
      startsAutomatically: true,
      promotesAutomatically: true,
    });
    const { items } = await admin.rpc.audit.fetchAudit.query({ filters: { action: "learning.updateSettings" } });
    expect(items.map(({ details }) => details)).toEqual([
      { startsAutomatically: true },
      { promotesAutomatically: true },
    ]);
    expect(await codeOf(person.rpc.learning.fetchOverview.query())).toBe("FORBIDDEN");
  });
});

describe("PD-176 a training run", () => {
  it("needs 100 examples of its group, and only one can be unfinished", async () => {
    await addExamples(100);
    const start = (groupSid: string | null) => admin.rpc.learning.start.mutate({ groupSid });
    expect(await errorOf(start(north))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "There are 0 examples; at least 100 are needed.",
    });
    expect(await codeOf(start(newSid()))).toBe("NOT_FOUND");
    const run = await start(null);
    expect(run).toMatchObject({ state: "queued", groupSid: null, startedBy: { name: "Ada" }, modelSid: null });
    expect((await errorOf(start(null))).message).toBe("A training run is in progress. Only one can run at a time.");
    expect((await admin.rpc.learning.fetchOverview.query()).run).toEqual(run);
  });

  it("is started once by two admins at the same moment", async () => {
    await addExamples(100);
    const starts = Array.from({ length: 5 }, () => codeOf(admin.rpc.learning.start.mutate({ groupSid: null })));
    expect((await Promise.all(starts)).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => "PRECONDITION_FAILED"),
      "not refused",
    ]);
  });

  it("that waits can be canceled, and then leaves the queue", async () => {
    await addExamples(100);
    const { sid } = await admin.rpc.learning.start.mutate({ groupSid: null });
    expect(await admin.rpc.learning.cancel.mutate({ sid })).toMatchObject({ state: "canceled", reason: null });
    expect(await codeOf(admin.rpc.learning.cancel.mutate({ sid }))).toBe("PRECONDITION_FAILED");
    const { rowCount } = await api.database.pool.query("select 1 from pgboss.job where name = 'learn'");
    expect(rowCount).toBe(0);
    expect((await admin.rpc.learning.fetchRuns.query()).map((run) => [run.sid, run.state])).toEqual([
      [sid, "canceled"],
    ]);
  });

  it("starts by itself after 500 new examples, if an admin allowed it", async () => {
    const { db, queue } = api.services;
    const now = new Date();
    await addExamples(499);
    await admin.rpc.learning.updateSettings.mutate({ startsAutomatically: true });
    expect(await startLearningIfDue(db, queue, now)).toBe(false);
    await addExamples(1);
    await admin.rpc.learning.updateSettings.mutate({ startsAutomatically: false });
    expect(await startLearningIfDue(db, queue, now)).toBe(false);
    await admin.rpc.learning.updateSettings.mutate({ startsAutomatically: true });
    expect(await startLearningIfDue(db, queue, now)).toBe(true);
    const [run] = await admin.rpc.learning.fetchRuns.query();
    expect(run).toMatchObject({ state: "queued", startedBy: null, groupSid: null });
    await db.update(learningRuns).set({ state: "failed", endedAt: now });
    await addExamples(500);
    expect(await startLearningIfDue(db, queue, now)).toBe(false);
    expect(await startLearningIfDue(db, queue, new Date(now.getTime() + 24 * 3_600_000))).toBe(true);
  });
});

describe("PD-176 a learned model", () => {
  it("in preview reads no new photo", async () => {
    const { slug } = await makeEvent();
    const sid = await addLearned("New");
    expect(await modelOfNextPhoto(slug)).toBe(baseSid);
    const models = await admin.rpc.model.fetchModels.query();
    expect(models.find((model) => model.sid === sid)).toMatchObject({
      status: "preview",
      learned: { adaptsSid: baseSid, groupSid: null, promotedAt: null, problem: null },
    });
    expect((await person.rpc.model.fetchModels.query()).some((model) => model.sid === sid)).toBe(false);
  });

  it("reads the next photo once it is promoted, and after a rollback the former one does", async () => {
    const { slug } = await makeEvent();
    const first = await addLearned("First");
    const report = makeLearningReport({ champion: nameOf(first) });
    const [second, third] = [await addLearned("Second", { report }), await addLearned("Third")];
    await promote(first);
    expect(await modelOfNextPhoto(slug)).toBe(first);
    await promote(second);
    expect(await modelOfNextPhoto(slug)).toBe(second);
    expect((await admin.rpc.learning.fetchOverview.query()).groups[0]?.modelSid).toBe(second);
    expect(await rollBack(null)).toEqual({ modelSid: first });
    expect(await modelOfNextPhoto(slug)).toBe(first);
    expect(await rollBack(null)).toEqual({ modelSid: null });
    expect(await modelOfNextPhoto(slug)).toBe(baseSid);
    expect(await codeOf(rollBack(null))).toBe("PRECONDITION_FAILED");
    await promote(third);
    expect(await modelOfNextPhoto(slug)).toBe(third);
    const { items } = await admin.rpc.audit.fetchAudit.query({ filters: { action: "learning." } });
    expect(items.map(({ action, subject }) => [action, subject?.sid])).toEqual([
      ["learning.promote", third],
      ["learning.rollBack", first],
      ["learning.rollBack", second],
      ["learning.promote", second],
      ["learning.promote", first],
    ]);
  });

  it("of a group reads only the photos of its events, and an event's choice comes first", async () => {
    const [ofAll, ofNorth] = [await addLearned("All"), await addLearned("North", { groupSid: north })];
    const [inNorth, other] = [await makeEvent([EVERYONE, north]), await makeEvent()];
    await promote(ofNorth);
    expect([await modelOfNextPhoto(inNorth.slug), await modelOfNextPhoto(other.slug)]).toEqual([ofNorth, baseSid]);
    await promote(ofAll);
    expect([await modelOfNextPhoto(inNorth.slug), await modelOfNextPhoto(other.slug)]).toEqual([ofNorth, ofAll]);
    await rollBack(north);
    expect(await modelOfNextPhoto(inNorth.slug)).toBe(ofAll);
    await api.database.db.update(projects).set({ modelSid: baseSid }).where(eq(projects.sid, inNorth.sid));
    expect(await modelOfNextPhoto(inNorth.slug)).toBe(baseSid);
  });

  it("of a deleted group reads nothing more", async () => {
    const ofNorth = await addLearned("North", { groupSid: north });
    const { slug } = await makeEvent([EVERYONE, north]);
    await promote(ofNorth);
    await admin.rpc.group.deleteGroup.mutate({ sid: north });
    expect(await modelOfNextPhoto(slug)).toBe(baseSid);
  });

  it("is not promoted if its report does not accept it, and says why", async () => {
    const reason = "Not clearly better on the 60 held-out stickers.";
    const sid = await addLearned("Worse", { report: makeLearningReport({ decision: { ok: false, reason } }) });
    expect(await errorOf(promote(sid))).toEqual({ code: "PRECONDITION_FAILED", message: reason });
    expect((await admin.rpc.learning.fetchReport.query({ modelSid: sid }))?.decision).toEqual({ ok: false, reason });
    expect(await admin.rpc.learning.fetchReport.query({ modelSid: baseSid })).toBeNull();
    const status = { sid, status: "active" } as const;
    expect(await codeOf(admin.rpc.model.setModelStatus.mutate(status))).toBe("PRECONDITION_FAILED");
  });

  it("is not promoted if another model is in use than the one it was compared with", async () => {
    const { slug } = await makeEvent([EVERYONE, north]);
    const [first, second] = [await addLearned("First"), await addLearned("Second")];
    const ofNorth = await addLearned("Third", { groupSid: north });
    await promote(first);
    expect(await errorOf(promote(second))).toEqual({
      code: "PRECONDITION_FAILED",
      message:
        "Second was compared with A model, but First is in use now. Learn again: the new model is compared with First.",
    });
    expect((await errorOf(promote(ofNorth))).message).toMatch(/^Third was compared with A model, but First is in use/);
    expect(await modelOfNextPhoto(slug)).toBe(first);
    await rollBack(null);
    await promote(ofNorth);
    await promote(second);
    expect(await modelOfNextPhoto(slug)).toBe(ofNorth);
    expect((await admin.rpc.learning.fetchOverview.query()).groups[0]?.modelSid).toBe(second);
  });

  it("with damaged files reads nothing, and cannot be promoted", async () => {
    const { slug } = await makeEvent();
    const sid = await addLearned("Damaged");
    await promote(sid);
    await setModelProblem(api.database.db, sid, "its files were changed");
    expect(await modelOfNextPhoto(slug)).toBe(baseSid);
    expect((await errorOf(promote(sid))).message).toBe("Damaged cannot be used: its files were changed");
  });
});
