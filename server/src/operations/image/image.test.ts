import { HIDDEN_MODEL_NAME, type Patch, compareReviewPriority, makePatch as patch } from "@precount/domain";
import { eq } from "../../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { imageDetections } from "../../db/schema/detections.ts";
import { images } from "../../db/schema/images.ts";
import { imageJobs } from "../../db/schema/jobs.ts";
import { models } from "../../db/schema/models.ts";
import { updateImageJob } from "../../db/jobs/write-image-jobs.ts";
import { listImages } from "../../db/images/list.ts";
import { readImageQuery } from "../project/fetch-project-with-images.ts";
import { enqueueDetections } from "../../queue/enqueue.ts";
import {
  makeArea,
  makeDetection,
  makeImage,
  makeModel,
  makePrediction,
  makeProject,
  makeUser,
} from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
let model: Awaited<ReturnType<typeof makeModel>>;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  model = await makeModel(api.database.db);
});
afterAll(() => api.close());

type ProjectGiven = Parameters<typeof makeProject>[1];
type ImageGiven = Partial<Parameters<typeof makeImage>[1]>;
async function make(project: ProjectGiven = {}, image: ImageGiven = {}) {
  const event = await makeProject(api.database.db, project);
  const { sid } = await makeImage(api.database.db, { projectSid: event.sid, ...image });
  return { sid, slug: event.slug, projectSid: event.sid };
}
const read = (slug: string, sid: string, caller: Pick<Caller, "rpc"> = person) =>
  caller.rpc.image.getProjectImage.query({ projectSlug: slug, imageSid: sid });

const run = (sid: string, modelSid = model.sid, caller: Pick<Caller, "rpc"> = person) =>
  caller.rpc.image.runImageDetection.mutate({ sid, modelSid, options: { limit: 7 } });
const retry = (imageSid: string, jobId: string, caller: Pick<Caller, "rpc"> = person) =>
  caller.rpc.image.retryJob.mutate({ imageSid, jobId });
const rotate = (
  imageSid: string,
  rotation: "none" | "rotate90CW" | "rotate180" | "rotate270CW",
  caller: Pick<Caller, "rpc"> = person,
) => caller.rpc.image.rotateImage.mutate({ imageSid, rotation });
const reject = (sid: string, caller: Pick<Caller, "rpc"> = person) => caller.rpc.image.rejectImage.mutate({ sid });
const recover = (sid: string, caller: Pick<Caller, "rpc"> = person) => caller.rpc.image.recoverImage.mutate({ sid });

describe("S7.08 getProjectImage", () => {
  it("S3.04 gives the whole entity, its detections with results, and its jobs", async () => {
    const { sid, slug, projectSid } = await make({}, { orientation: "rotate90CW", cameraBrand: "Canon", bayCode: "7" });
    const detection = await makeDetection(api.database.db, { imageSid: sid, modelSid: model.sid });
    const image = await read(slug, sid);
    expect(image).toMatchObject({
      sid,
      status: "uploaded",
      width: 3000,
      height: 4000,
      orientation: "rotate90CW",
      rotation: "none",
      metadata: { brand: "Canon", bayCode: "7", model: null },
      project: { sid: projectSid, slug, status: "active" },
      models: [{ sid: model.sid, name: model.name }],
      validPercent: 100,
      job: null,
      jobs: [],
    });
    expect(image.src).toBe(
      `/api/projects/${slug}/images/${sid}/contents?v=rotate90CW-${image.file.sha256.slice(0, 8)}`,
    );
    expect(image.detections).toMatchObject([{ sid: detection.sid, revision: 0, results: [{ discarded: false }] }]);
  });

  it("takes a fixed number of statements", async () => {
    const counts: number[] = [];
    for (const detections of [0, 3]) {
      const { sid, slug } = await make();
      for (let i = 0; i < detections; i += 1) {
        const other = await makeModel(api.database.db);
        await makeDetection(api.database.db, { imageSid: sid, modelSid: other.sid });
      }
      api.database.statements.length = 0;
      await read(slug, sid);
      counts.push(api.database.statements.length);
    }
    // Detections and logs are read in one snapshot.
    expect(api.database.statements.join("\n")).toMatch(/begin isolation level repeatable read/i);
    // Without a detection no patches are queried.
    expect(counts).toEqual([7, 8].map((most) => expect.toSatisfy((count: number) => count <= most)));
  });

  it("needs a session; is NOT_FOUND under another event's name and for a hidden event", async () => {
    const { sid, slug } = await make();
    const hidden = await make({ status: "preview" });
    expect(await codeOf(read(slug, sid, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
    expect(await codeOf(read(hidden.slug, sid))).toBe("NOT_FOUND");
    expect(await codeOf(read(hidden.slug, hidden.sid))).toBe("NOT_FOUND");
    expect(await codeOf(read(slug, "a".repeat(24)))).toBe("NOT_FOUND");
  });
});

describe("image lists", () => {
  it("take two statements for a page, read no JSON, begin with images below the threshold, and filter by status and name", async () => {
    const { db, statements } = api.database;
    const { sid: projectSid } = await makeProject(db);
    const area = await makeArea(db, { projectSid, number: 12 });
    const good = await makeImage(db, { projectSid, name: "a.jpg", areaSid: area.sid, status: "pending" });
    const bad = await makeImage(db, { projectSid, name: "b.jpg", status: "processed" });
    await makeImage(db, { projectSid, name: "c%.jpg" });
    await makeDetection(db, { imageSid: good.sid, modelSid: model.sid });
    const invalid = makePrediction({ code: { value: "1", pattern: null } });
    await makeDetection(db, { imageSid: bad.sid, modelSid: model.sid, predictions: [makePrediction(), invalid] });
    statements.length = 0;
    const list = await listImages(db, { projectSid, page: 9, pageSize: 10 });
    expect(statements).toHaveLength(2);
    expect(statements.join("\n")).not.toMatch(/predictions"|"options"|"patch"/);
    expect(list).toMatchObject({ total: 3, page: 1, counts: { pending: 1, processed: 1, uploaded: 1 } });
    expect(
      list.items.map(({ name, validPercent, belowThreshold, areaCode }) => [
        name,
        validPercent,
        belowThreshold,
        areaCode,
      ]),
    ).toEqual([
      ["b.jpg", 50, true, null],
      ["a.jpg", 100, false, "12"],
      ["c%.jpg", null, false, null],
    ]);
    expect(list.items[0]?.stats).toMatchObject({ stickerPredictionsCount: 2, validStickerPredictionsCount: 1 });
    const names = async (query: object) =>
      (await listImages(db, { projectSid, page: 1, pageSize: 10, ...query })).items.map(({ name }) => name);
    expect(await names({ statuses: ["pending", "uploaded"] })).toEqual(["a.jpg", "c%.jpg"]);
    expect(await names({ query: readImageQuery("C%") })).toEqual(["c%.jpg"]);
    expect(await names({ sort: "-name" })).toEqual(["c%.jpg", "b.jpg", "a.jpg"]);
    expect(await names({ pageSize: 2, page: 2 })).toEqual(["c%.jpg"]);
    for (const name of ["n 10.jpg", "n 9.jpg", "N 9.jpg"]) await makeImage(db, { projectSid, name });
    expect(await names({ query: readImageQuery("n"), sort: "name" })).toEqual(["n 9.jpg", "N 9.jpg", "n 10.jpg"]);
  });

  it("name the user who approved or rejected an image, and no user for other images", async () => {
    const { db } = api.database;
    const { sid: projectSid } = await makeProject(db);
    const [ada, ben, cem] = await Promise.all(["Ada", "Ben", "Cem"].map((name) => makeUser(db, { name })));
    const approved = await makeImage(db, { projectSid, name: "approved", status: "approved" });
    const rejection = { status: "rejected", rejectedAt: new Date(), rejectedBy: cem?.sid } as const;
    const rejected = await makeImage(db, { projectSid, name: "rejected", ...rejection });
    const pending = await makeImage(db, { projectSid, name: "pending", status: "pending" });
    const other = await makeModel(db);
    const old = { status: "validated", validatedBy: ada?.sid ?? null, validatedAt: new Date(0) } as const;
    await makeDetection(db, { imageSid: approved.sid, modelSid: model.sid, ...old });
    await makeDetection(db, { imageSid: approved.sid, modelSid: other.sid, status: "selected", validatedBy: ben?.sid });
    await makeDetection(db, { imageSid: rejected.sid, modelSid: model.sid, ...old });
    await makeDetection(db, { imageSid: pending.sid, modelSid: model.sid });
    const { items } = await listImages(db, { projectSid, page: 1, pageSize: 10, sort: "name" });
    expect(items.map(({ name, reviewedBy }) => [name, reviewedBy])).toEqual([
      ["approved", "Ben"],
      ["pending", null],
      ["rejected", "Cem"],
    ]);
  });

  it("PD-12: sorts by review priority, as domain does", async () => {
    const { db } = api.database;
    const { sid: projectSid, rejectionThreshold } = await makeProject(db);
    const invalid = makePrediction({ code: { value: "1", pattern: null } });
    const statuses = ["approved", "pending", "uploaded", "processed", "pending", "processed", "processed"] as const;
    for (const [at, status] of statuses.entries()) {
      const image = await makeImage(db, { projectSid, name: `${at}.jpg`, status });
      if (status === "uploaded") continue;
      // 0, 1, 2 … of twelve results are doubtful: both sides of the threshold.
      const predictions = Array.from({ length: 12 }, (_, place) => (place < at ? invalid : makePrediction()));
      await makeDetection(db, { imageSid: image.sid, modelSid: model.sid, predictions });
    }
    const rows = await db.select().from(images).where(eq(images.projectSid, projectSid)).orderBy(images.name);
    const needOf = (row: (typeof rows)[number]) => ({
      status: row.status,
      counts:
        row.stickersCount === null || row.validStickersCount === null
          ? null
          : { stickers: row.stickersCount, validStickers: row.validStickersCount },
      rejectionThreshold,
    });
    const expected = rows.toSorted((a, b) => compareReviewPriority(needOf(a), needOf(b))).map(({ name }) => name);
    expect(expected).toEqual(["6.jpg", "5.jpg", "4.jpg", "3.jpg", "1.jpg", "2.jpg", "0.jpg"]);
    const { items } = await listImages(db, { projectSid, page: 1, pageSize: 10 });
    expect(items.map(({ name }) => name)).toEqual(expected);
  });

  it("listProjectImageSids follows the event's default order", async () => {
    const { db } = api.database;
    const event = await makeProject(db);
    const b = await makeImage(db, { projectSid: event.sid, name: "b" });
    const a = await makeImage(db, { projectSid: event.sid, name: "a" });
    const c = await makeImage(db, { projectSid: event.sid, name: "c", status: "pending" });
    await makeDetection(db, { imageSid: c.sid, modelSid: model.sid, predictions: [makePrediction()] });
    const empty = await makeImage(db, { projectSid: event.sid, name: "empty", status: "pending" });
    await makeDetection(db, { imageSid: empty.sid, modelSid: model.sid, predictions: [] });
    const d = await makeImage(db, { projectSid: event.sid, name: "d", status: "processed" });
    const query = (caller: Pick<Caller, "rpc">) => caller.rpc.image.listProjectImageSids.query({ slug: event.slug });
    expect(await query(person)).toEqual({
      sids: [d.sid, c.sid, empty.sid, a.sid, b.sid],
      open: [d.sid, c.sid, empty.sid],
      sure: [c.sid],
      taken: [],
    });
    expect(await codeOf(query({ rpc: api.anonymous }))).toBe("UNAUTHORIZED");
  });
});

describe("S7.08 runImageDetection and retryJob", () => {
  it("queues one job with its options, also for repeated calls", async () => {
    const { sid } = await make();
    const [first] = await Promise.all([run(sid), run(sid), run(sid)]);
    expect(first.job).toMatchObject({ state: "queued", modelSid: model.sid, attempts: 0 });
    const jobs = await api.database.db.select().from(imageJobs).where(eq(imageJobs.imageSid, sid));
    expect(jobs).toMatchObject([
      { options: { limit: 7, codeConfidenceThreshold: 0.7, quantityConfidenceThreshold: 0.4 } },
    ]);
  });

  it("is refused for approved and rejected images, closed events, retired and unknown models", async () => {
    const approved = await make({}, { status: "approved" });
    const rejected = await make({}, { status: "rejected", rejectedAt: new Date(), rejectedBy: person.user.sid });
    const closed = await make({ status: "discarded" });
    const open = await make();
    for (const { sid } of [approved, rejected, closed]) expect(await codeOf(run(sid))).toBe("PRECONDITION_FAILED");
    const retired = await makeModel(api.database.db, { status: "retired" });
    const preview = await makeModel(api.database.db, { status: "preview" });
    expect(await codeOf(run(open.sid, retired.sid))).toBe("PRECONDITION_FAILED");
    expect(await codeOf(run(open.sid, preview.sid))).toBe("NOT_FOUND");
    expect(await codeOf(run(open.sid, "a".repeat(24)))).toBe("NOT_FOUND");
    expect(await codeOf(run(open.sid, model.sid, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
    expect(await codeOf(run((await make({ status: "preview" })).sid))).toBe("NOT_FOUND");
  });

  it("S4.21 S6.04 a job of a retired or preview model is restarted only by those who may run the model", async () => {
    const { db } = api.database;
    const { sid, slug } = await make();
    const [retired, preview] = [await makeModel(db), await makeModel(db)];
    const jobs = [(await run(sid, retired.sid)).jobs[0], (await run(sid, preview.sid)).jobs[0]].map(
      (job) => job?.id ?? "",
    );
    const fail = () => Promise.all(jobs.map((id) => updateImageJob(db, id, { state: "failed", error: "It crashed." })));
    await fail();
    await db.update(models).set({ chosenStatus: "retired" }).where(eq(models.sid, retired.sid));
    await db.update(models).set({ chosenStatus: "preview" }).where(eq(models.sid, preview.sid));
    const [ofRetired = "", ofPreview = ""] = jobs;
    expect((await errorOf(retry(sid, ofRetired))).message).toBe("The model A model is retired. Choose another one.");
    expect(await codeOf(retry(sid, ofPreview))).toBe("NOT_FOUND");
    expect(await person.rpc.project.retryFailed.mutate({ slug })).toEqual({ queued: 0 });
    const admin = await api.signIn({ role: "admin" });
    expect((await retry(sid, ofPreview, admin)).jobs[0]).toMatchObject({ id: ofPreview, state: "queued" });
    await fail();
    expect(await admin.rpc.project.retryFailed.mutate({ slug })).toEqual({ queued: 1 });
  });

  it("S6.04 users do not get the name of a model in preview", async () => {
    const { db } = api.database;
    const preview = await makeModel(db, { status: "preview", name: "next-year" });
    const { sid, slug } = await make();
    const { sid: detectionSid } = await makeDetection(db, { imageSid: sid, modelSid: preview.sid });
    const stats = async ({ rpc, headers }: Caller) => {
      const { images: rows } = await rpc.project.getProjectStats.query({ slug, page: 1, pageSize: 10 });
      const file = await api.inject({ method: "GET", url: `/api/projects/${slug}/stats/download`, headers });
      return [rows[0]?.model, file.body.includes("next-year")];
    };
    const edit = ({ rpc }: Caller) => rpc.imageDetection.pullImageDetectionPatches.mutate({ sid: detectionSid });
    const admin = await api.signIn({ role: "admin" });
    const seen = await read(slug, sid);
    expect(JSON.stringify([seen, await edit(person)])).not.toContain("next-year");
    expect(seen.models).toEqual([{ sid: preview.sid, name: HIDDEN_MODEL_NAME }]);
    expect(seen.detections[0]?.model).toEqual({ sid: preview.sid, name: HIDDEN_MODEL_NAME });
    expect(await stats(person)).toEqual([HIDDEN_MODEL_NAME, false]);
    expect((await read(slug, sid, admin)).models).toEqual([{ sid: preview.sid, name: "next-year" }]);
    expect((await edit(admin)).model.name).toBe("next-year");
    expect(await stats(admin)).toEqual(["next-year", true]);
  });

  it("a failed job restarts with five attempts", async () => {
    const { sid } = await make();
    const { job } = await run(sid);
    const { db } = api.database;
    await updateImageJob(db, job?.id ?? "", { state: "failed", error: "It crashed.", attempts: 5 });
    const before = await db.select().from(imageJobs).where(eq(imageJobs.imageSid, sid));
    const retried = await retry(sid, job?.id ?? "");
    expect(retried.jobs).toMatchObject([{ id: job?.id, state: "queued", attempts: 0, error: null }]);
    const after = await db.select().from(imageJobs).where(eq(imageJobs.imageSid, sid));
    expect(after[0]?.queueId).not.toBe(before[0]?.queueId);
    const queued = await api.database.pool.query("select id from pgboss.job where data->>'jobId' = $1", [job?.id]);
    expect(queued.rows).toEqual([{ id: after[0]?.queueId }]);
  });

  it("is refused for running jobs, jobs of other images, restarted jobs, and without a session", async () => {
    const { sid } = await make();
    const { job } = await run(sid);
    const jobId = job?.id ?? "";
    expect(await errorOf(retry(sid, jobId))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "This job is queued: only one that failed can be tried again.",
    });
    const other = await make();
    expect(await codeOf(retry(other.sid, jobId))).toBe("NOT_FOUND");
    expect(await codeOf(retry(sid, jobId, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
    const { db } = api.database;
    await updateImageJob(db, jobId, { state: "failed", error: "It crashed." });
    await db.transaction((tx) =>
      enqueueDetections(tx, api.services.queue, { imageSids: [sid], modelSid: model.sid, options: {} }),
    );
    expect(await codeOf(retry(sid, jobId))).toBe("PRECONDITION_FAILED");
  });
});

describe("S7.08 rotateImage", () => {
  it("S4.24 rotates size, URL and boxes, and four rotations restore them", async () => {
    const { sid } = await make({}, { orientation: "rotate90CW" });
    const detection = await makeDetection(api.database.db, { imageSid: sid, modelSid: model.sid });
    const added = makePrediction({ rect: { x: 60, y: 60, width: 300, height: 100, angle: 12 } });
    const patches = [patch.rect(0, { x: 5, y: 6, width: 70, height: 80 }), patch.add(added), patch.code(0, "111111")];
    const before = await person.rpc.imageDetection.pushImageDetectionPatches.mutate({ sid: detection.sid, patches });
    // The metadata rotate by 90°, the override by 180°: the boxes rotate by 90° clockwise.
    const turned = await rotate(sid, "rotate180");
    expect(turned).toMatchObject({ width: 4000, height: 3000, rotation: "rotate180", orientation: "rotate90CW" });
    expect(turned.src).toContain("?v=rotate180-");
    expect(turned.detections[0]?.results[0]?.rect).toEqual({ x: 3914, y: 5, width: 80, height: 70 });
    expect(turned.detections[0]?.revision).toBe(2);
    for (const rotation of ["rotate270CW", "rotate90CW", "none"] as const) await rotate(sid, rotation);
    const [back] = (await rotate(sid, "none")).detections;
    expect(back?.results).toEqual(before.results);
    expect(back?.predictions).toEqual(before.predictions);
  });

  it("a box of the previous frame is a conflict, a code is not", async () => {
    const { sid } = await make();
    const detection = await makeDetection(api.database.db, { imageSid: sid, modelSid: model.sid });
    await rotate(sid, "rotate90CW");
    const push = (change: Patch) =>
      person.rpc.imageDetection.pushImageDetectionPatches.mutate({
        sid: detection.sid,
        patches: [change],
        revision: 0,
      });
    expect(await codeOf(push(patch.rect(0, { x: 1, y: 1, width: 9, height: 9 })))).toBe("CONFLICT");
    expect(await push(patch.code(0, "222222"))).toMatchObject({ revision: 2 });
  });

  it("predictions cannot be changed in any other way", async () => {
    const { sid } = await make();
    const detection = await makeDetection(api.database.db, { imageSid: sid, modelSid: model.sid });
    await rotate(sid, "rotate90CW");
    const change = api.database.db
      .update(imageDetections)
      .set({ predictions: [] })
      .where(eq(imageDetections.sid, detection.sid));
    await expect(change).rejects.toThrow(/Failed query/);
  });

  it("is refused for approved images and closed events, and without a session", async () => {
    expect(await codeOf(rotate((await make({}, { status: "approved" })).sid, "rotate180"))).toBe("PRECONDITION_FAILED");
    expect(await codeOf(rotate((await make({ status: "completed" })).sid, "rotate180"))).toBe("PRECONDITION_FAILED");
    expect(await codeOf(rotate((await make({ status: "preview" })).sid, "rotate180"))).toBe("NOT_FOUND");
    expect(await codeOf(rotate((await make()).sid, "rotate180", { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
  });
});

describe("S4.12 rejectImage and recoverImage", () => {
  it("rejects, closes queued jobs, and recovers to the derived status", async () => {
    const { sid } = await make();
    await makeDetection(api.database.db, { imageSid: sid, modelSid: model.sid });
    await person.rpc.image.runImageDetection.mutate({ sid, modelSid: model.sid });
    const rejected = await reject(sid);
    expect(rejected).toMatchObject({ status: "rejected", job: { state: "done" } });
    expect(await codeOf(reject(sid))).toBe("PRECONDITION_FAILED");
    expect(await recover(sid)).toMatchObject({ status: "pending" });
    expect(await codeOf(recover(sid))).toBe("PRECONDITION_FAILED");
  });

  it("names the user who rejected or approved the image first, when two users decide at once", async () => {
    const grace = await api.signIn({ name: "Grace" });
    const code = "PRECONDITION_FAILED";
    const { sid } = await make();
    const detection = await makeDetection(api.database.db, { imageSid: sid, modelSid: model.sid });
    const validate = (caller: Caller) =>
      caller.rpc.imageDetection.validateImageDetection.mutate({ sid: detection.sid });
    await reject(sid, grace);
    const rejected = { code, message: "Grace rejected this image before you. It can be recovered." };
    expect(await errorOf(reject(sid))).toEqual(rejected);
    expect(await errorOf(validate(person))).toEqual(rejected);
    expect(await errorOf(validate(grace))).toEqual({ code, message: "This image is rejected: recover it first." });
    await recover(sid);
    await validate(grace);
    expect(await errorOf(validate(person))).toEqual({ code, message: "Grace approved this image before you." });
    expect((await errorOf(validate(grace))).message).toMatch(/^This detection is validated/);
  });

  it("PD-72: stores the reason with one image and with several, shows it in image and list, and audits it", async () => {
    const { sid, slug } = await make();
    const listed = async () =>
      (await person.rpc.project.fetchProjectWithImages.query({ slug })).images.map(({ rejection }) => rejection);
    const rejected = await person.rpc.image.rejectImage.mutate({ sid, reason: "duplicate" });
    expect(rejected.rejection).toEqual({ reason: "duplicate", note: null });
    expect(await listed()).toEqual([{ reason: "duplicate", note: null }]);
    expect((await recover(sid)).rejection).toBeNull();
    const undone = await person.rpc.image.rejectImages.mutate({ images: [{ sid }] });
    expect(undone.done).toHaveLength(1);
    expect(await listed()).toEqual([{ reason: "duplicate", note: null }]); // an undo of Recover keeps the reason
    await recover(sid);
    await person.rpc.image.rejectImages.mutate({ images: [{ sid }], reason: "other", note: " a customer's face " });
    expect((await read(slug, sid)).rejection).toEqual({ reason: "other", note: "a customer's face" });
    const admin = await api.signIn({ role: "admin" });
    const { items } = await admin.rpc.audit.fetchAudit.query({ filters: { subjectSid: sid } });
    expect(items.map(({ action, details }) => [action, details?.["reason"], details?.["note"]])).toEqual([
      ["image.rejectImages", "other", "a customer's face"],
      ["image.recoverImage", undefined, undefined],
      ["image.rejectImages", undefined, undefined],
      ["image.recoverImage", undefined, undefined],
      ["image.rejectImage", "duplicate", undefined],
    ]);
    await recover(sid);
    expect(await reject(sid)).toMatchObject({ status: "rejected", rejection: null });
    for (const wrong of [{ reason: "other" as const }, { note: "no reason" }]) {
      expect(await codeOf(person.rpc.image.rejectImage.mutate({ sid, ...wrong }))).toBe("BAD_REQUEST");
      expect(await codeOf(person.rpc.image.rejectImages.mutate({ images: [{ sid }], ...wrong }))).toBe("BAD_REQUEST");
    }
  });

  it("PD-14: an approved image can be rejected", async () => {
    const { sid } = await make({}, { status: "approved" });
    await makeDetection(api.database.db, { imageSid: sid, modelSid: model.sid, status: "validated" });
    expect(await reject(sid)).toMatchObject({ status: "rejected" });
    expect(await recover(sid)).toMatchObject({ status: "approved" });
  });

  it("needs a session, and an open event that the user may see", async () => {
    for (const verb of [reject, recover]) {
      expect(await codeOf(verb((await make()).sid, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
      expect(await codeOf(verb((await make({ status: "preview" })).sid))).toBe("NOT_FOUND");
      expect(await codeOf(verb((await make({ status: "archived" })).sid))).toBe("PRECONDITION_FAILED");
    }
  });
});
