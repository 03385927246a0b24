import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq } from "../../db/drizzle.ts";
import { insertImageJobs } from "../../db/jobs/write-image-jobs.ts";
import { listImagesWithoutJob } from "../../db/jobs/image-jobs.ts";
import { listImages } from "../../db/images/list.ts";
import { images } from "../../db/schema/images.ts";
import { imageJobs } from "../../db/schema/jobs.ts";
import { makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
let admin: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  await api.services.queue.start();
  person = await api.signIn();
  admin = await api.signIn({ role: "admin" });
  modelSid = (await makeModel(api.database.db)).sid;
});
afterAll(() => api.close());

const queueOf = (slug: string, { rpc }: Pick<Caller, "rpc"> = person) => rpc.project.getQueue.query({ slug });
const cancel = (slug: string, { rpc }: Pick<Caller, "rpc"> = person) => rpc.project.cancelQueue.mutate({ slug });
const retryFailed = (slug: string, { rpc }: Pick<Caller, "rpc"> = person) => rpc.project.retryFailed.mutate({ slug });
const analyze = (slug: string) =>
  person.rpc.project.analyzeProject.mutate({ project: { slug }, model: { sid: modelSid } });

type JobGiven = Partial<typeof imageJobs.$inferInsert>;
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

/** An event with one image for each item; null is an image without a job. */
async function makeQueue(jobs: readonly (JobGiven | null)[], event: Parameters<typeof makeProject>[1] = {}) {
  const { db } = api.database;
  const project = await makeProject(db, event);
  const imageSids: string[] = [];
  for (const [at, job] of jobs.entries()) {
    const { sid } = await makeImage(db, { projectSid: project.sid, name: `${at}.jpg` });
    imageSids.push(sid);
    if (job) await addJob(sid, job);
  }
  return { ...project, imageSids };
}
async function addJob(imageSid: string, job: JobGiven, model = modelSid): Promise<string> {
  const { db } = api.database;
  const [row] = await insertImageJobs(db, { imageSids: [imageSid], modelSid: model, options: {} });
  await db
    .update(imageJobs)
    .set({ state: "queued", ...job })
    .where(eq(imageJobs.id, row?.id ?? ""));
  return row?.id ?? "";
}
const jobsOf = async (imageSid: string) =>
  api.database.db.select().from(imageJobs).where(eq(imageJobs.imageSid, imageSid)).orderBy(imageJobs.createdAt);
const waitingInQueue = async (jobId: string) =>
  (await api.database.pool.query("select id, state from pgboss.job where data->>'jobId' = $1", [jobId])).rows;

const FAILED: JobGiven = { state: "failed", attempts: 5, error: "It crashed." };
const RETRYING: JobGiven = { state: "retrying", attempts: 2, error: "It crashed.", retryAt: new Date() };

describe("project.getQueue", () => {
  it("counts the open and finished jobs of the current batch only", async () => {
    const [began, before] = [ago(300), ago(4000)];
    const done = (endedAt: Date): JobGiven => ({ state: "done", attempts: 1, createdAt: began, updatedAt: endedAt });
    const { slug } = await makeQueue([
      { state: "done", attempts: 1, createdAt: before, updatedAt: ago(3900) },
      { ...FAILED, createdAt: before, updatedAt: ago(3800) },
      // This job was cancelled before its first attempt.
      { state: "done", attempts: 0, createdAt: began, updatedAt: ago(100) },
      done(ago(80)),
      done(ago(60)),
      done(ago(40)),
      done(ago(20)),
      { ...FAILED, createdAt: began, updatedAt: ago(1) },
      { state: "running", attempts: 1, createdAt: began },
      { createdAt: began },
      { createdAt: ago(10) },
      { ...RETRYING, createdAt: began },
      null,
    ]);
    const queue = await queueOf(slug);
    expect(queue).toMatchObject({ queued: 2, running: 1, retrying: 1, failed: 1, done: 4, failedImages: 2 });
    // About one job in twenty seconds, and four are unfinished.
    expect(queue.leftMs).toBeGreaterThan(55_000);
    expect(queue.leftMs).toBeLessThan(90_000);
  });

  it("photos uploaded one by one form one batch while the queue is rarely empty", async () => {
    const { slug } = await makeQueue([
      { state: "done", attempts: 1, createdAt: ago(100), updatedAt: ago(99) },
      { state: "done", attempts: 1, createdAt: ago(60), updatedAt: ago(59) },
      { createdAt: ago(1) },
    ]);
    expect(await queueOf(slug)).toMatchObject({ queued: 1, done: 2, leftMs: null });
  });

  it("jobs queued after the queue was empty form a new batch", async () => {
    const { slug } = await makeQueue([{ state: "done", attempts: 1, createdAt: ago(20), updatedAt: ago(10) }, null]);
    await analyze(slug);
    expect(await queueOf(slug)).toMatchObject({ queued: 2, done: 0 });
    // Jobs that are added later belong to the same batch.
    await makeImage(api.database.db, { projectSid: (await eventOf(slug)).sid });
    expect(await analyze(slug)).toEqual({ queued: 1, skipped: 2 });
    expect(await queueOf(slug)).toMatchObject({ queued: 3, done: 0 });
  });

  it("counts the jobs of other events that come first while a worker runs one of them", async () => {
    await api.database.db.delete(imageJobs);
    const { slug } = await makeQueue([{ createdAt: ago(10) }, { createdAt: ago(5) }]);
    const other = await makeQueue([{ createdAt: ago(30) }, { createdAt: ago(20) }, { createdAt: ago(1) }, RETRYING]);
    expect(await queueOf(slug)).toMatchObject({ queued: 2, ahead: 0 });
    await addJob((await makeImage(api.database.db, { projectSid: other.sid })).sid, {
      state: "running",
      attempts: 1,
      createdAt: ago(40),
    });
    expect(await queueOf(slug)).toMatchObject({ queued: 2, running: 0, ahead: 3 });
    expect(await queueOf(other.slug)).toMatchObject({ running: 1, ahead: 0 });
    // A failed job waits for its next attempt, not for the other event.
    const retrying = await makeQueue([RETRYING]);
    expect(await queueOf(retrying.slug)).toMatchObject({ queued: 0, retrying: 1, ahead: 0 });
  });

  it("an event without open images takes two statements in addition to finding it", async () => {
    const { slug } = await makeQueue([null, { state: "done", attempts: 1 }]);
    await queueOf(slug);
    api.database.statements.length = 0;
    expect(await queueOf(slug)).toEqual({
      queued: 0,
      running: 0,
      retrying: 0,
      failed: 0,
      done: 0,
      leftMs: null,
      ahead: 0,
      failedImages: 0,
    });
    expect(api.database.statements.filter((sql) => !/session/.test(sql)).length).toBeLessThanOrEqual(3);
  });

  it("is available to everyone who sees the event", async () => {
    const { slug } = await makeQueue([{}], { status: "preview" });
    expect(await codeOf(queueOf(slug))).toBe("NOT_FOUND");
    expect(await codeOf(queueOf(slug, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
    expect(await queueOf(slug, admin)).toMatchObject({ queued: 1 });
  });
});

describe("project.cancelQueue", () => {
  it("S4.02 cancels the waiting jobs of Analyze in both tables; the images keep their status", async () => {
    const { slug, imageSids } = await makeQueue([null, null, null]);
    const { db } = api.database;
    const [first = "", second = ""] = imageSids;
    await makeDetection(db, { imageSid: first, modelSid });
    await db.update(images).set({ status: "pending" }).where(eq(images.sid, first));
    await analyze(slug);
    const [job] = await jobsOf(second);
    expect(await waitingInQueue(job?.id ?? "")).toHaveLength(1);
    expect(await cancel(slug)).toEqual({ cancelled: 3, failedBefore: 0 });
    expect(await waitingInQueue(job?.id ?? "")).toEqual([]);
    expect(await jobsOf(second)).toMatchObject([{ state: "done", attempts: 0, error: null }]);
    // The stages of their first detection become jobs.
    const sql = "select name from pgboss.job where data->>'imageSid' = $1 order by 1";
    const { rows: stages } = await api.database.pool.query(sql, [second]);
    expect(stages).toEqual([{ name: "make-previews" }, { name: "read-codes" }]);
    const rows = await db
      .select()
      .from(images)
      .where(eq(images.projectSid, (await eventOf(slug)).sid));
    expect(rows.map(({ status }) => status).toSorted()).toEqual(["pending", "uploaded", "uploaded"]);
    expect(await queueOf(slug)).toMatchObject({ queued: 0, done: 0, failedImages: 0 });
    // A worker does not queue them at its start as images without a job.
    const forgotten = new Set((await listImagesWithoutJob(db)).map(({ imageSid }) => imageSid));
    expect(imageSids.filter((sid) => forgotten.has(sid))).toEqual([]);
    // The jobs can be queued again.
    expect(await analyze(slug)).toEqual({ queued: 3, skipped: 0 });
  });

  it("running jobs finish; jobs that had failed before are failed again with their error", async () => {
    const { slug, imageSids } = await makeQueue([{ state: "running", attempts: 1 }, RETRYING, FAILED, {}]);
    expect(await retryFailed(slug)).toEqual({ queued: 1 });
    expect(await cancel(slug)).toEqual({ cancelled: 3, failedBefore: 2 });
    const states = await Promise.all(imageSids.map(async (sid) => (await jobsOf(sid))[0]));
    expect(states).toMatchObject([
      { state: "running" },
      { state: "failed", error: "It crashed.", retryAt: null },
      { state: "failed", error: "It crashed." },
      { state: "done", error: null },
    ]);
    expect(await queueOf(slug)).toMatchObject({ queued: 0, running: 1, retrying: 0, failedImages: 2 });
  });

  it("sends only the changes of this event", async () => {
    const [mine, theirs] = [await makeQueue([{}]), await makeQueue([{}])];
    expect(await cancel(mine.slug)).toEqual({ cancelled: 1, failedBefore: 0 });
    expect(await queueOf(theirs.slug)).toMatchObject({ queued: 1 });
  });

  it("two concurrent calls cancel each job once", async () => {
    const { slug } = await makeQueue(Array.from({ length: 10 }, () => null));
    await analyze(slug);
    const answers = await Promise.all([cancel(slug), cancel(slug, admin)]);
    expect(answers.reduce((sum, { cancelled }) => sum + cancelled, 0)).toBe(10);
    expect(await cancel(slug)).toEqual({ cancelled: 0, failedBefore: 0 });
  });

  it("concurrent analyze, retry and reject calls neither deadlock nor leave partial changes", async () => {
    const { slug, imageSids } = await makeQueue(Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? FAILED : null)));
    const outcomes = await Promise.allSettled([
      analyze(slug),
      cancel(slug),
      retryFailed(slug),
      person.rpc.image.rejectImages.mutate({ images: imageSids.slice(0, 6).map((sid) => ({ sid })) }),
      cancel(slug, admin),
      retryFailed(slug, admin),
    ]);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    // Each waiting row has exactly one job in the queue.
    const jobs = (await Promise.all(imageSids.map(jobsOf))).flat().filter(({ state }) => state === "queued");
    const inQueue = await Promise.all(jobs.map(({ id }) => waitingInQueue(id)));
    expect(inQueue.map((rows) => rows.map(({ id }) => id))).toEqual(jobs.map(({ queueId }) => [queueId]));
  });

  it.each(["completed", "discarded", "archived"] as const)(
    "is refused for a %s event, with the reason",
    async (status) => {
      const { slug } = await makeQueue([{}], { status });
      const refused = await errorOf(cancel(slug));
      expect(refused.code).toBe("PRECONDITION_FAILED");
      expect(refused.message).toMatch(new RegExp(`^This event is ${status}`));
      expect(await codeOf(retryFailed(slug))).toBe("PRECONDITION_FAILED");
      expect(await queueOf(slug)).toMatchObject({ queued: 1 });
    },
  );

  it("needs a session and an event that the user may see", async () => {
    const { slug } = await makeQueue([{}], { status: "preview" });
    for (const verb of [cancel, retryFailed]) {
      expect(await codeOf(verb(slug, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
      expect(await codeOf(verb(slug))).toBe("NOT_FOUND");
    }
  });
});

describe("failed images", () => {
  it("S2.13 are listed by the flag, and Retry all queues each again with all its attempts", async () => {
    const { slug, sid: projectSid, imageSids } = await makeQueue([FAILED, FAILED, FAILED, FAILED, FAILED, null]);
    const { db } = api.database;
    const [plain = "", mended = "", rejected = "", approved = "", queued = ""] = imageSids;
    await addJob(mended, { state: "done", attempts: 1, createdAt: new Date(Date.now() + 1000) });
    const gone = { status: "rejected" as const, rejectedAt: new Date(), rejectedBy: person.user.sid };
    await db.update(images).set(gone).where(eq(images.sid, rejected));
    await db.update(images).set({ status: "approved" }).where(eq(images.sid, approved));
    await addJob(queued, { createdAt: ago(100) });
    const list = await listImages(db, { projectSid, page: 1, pageSize: 10, flags: ["failed"] });
    expect(list.items.map(({ sid }) => sid).toSorted()).toEqual([plain, queued].toSorted());
    expect(list).toMatchObject({ total: 2, counts: { uploaded: 2 } });
    expect(await queueOf(slug)).toMatchObject({ failedImages: 2 });
    // A job of its model is already waiting.
    expect(await retryFailed(slug)).toEqual({ queued: 1 });
    const [job] = await jobsOf(plain);
    expect(job).toMatchObject({ state: "queued", attempts: 0 });
    expect(await waitingInQueue(job?.id ?? "")).toEqual([{ id: job?.queueId, state: "created" }]);
    // The earlier error is not shown while the job waits.
    const shown = await person.rpc.image.getProjectImage.query({ projectSlug: slug, imageSid: plain });
    expect(shown.job).toMatchObject({ state: "queued", error: null });
    expect(await retryFailed(slug)).toEqual({ queued: 0 });
  });

  it("two concurrent Retry all calls restart each job once", async () => {
    const { slug, imageSids } = await makeQueue([FAILED, FAILED, FAILED]);
    const answers = await Promise.all([retryFailed(slug), retryFailed(slug, admin)]);
    expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(3);
    const [job] = await jobsOf(imageSids[0] ?? "");
    expect(await waitingInQueue(job?.id ?? "")).toHaveLength(1);
  });
});

describe("PD-12: images below the threshold", () => {
  it("are counted, and the list can be narrowed to them, also together with a status and a name", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db, { rejectionThreshold: 60 });
    const invalid = makePrediction({ code: { value: "1", pattern: null } });
    const add = async (
      name: string,
      predictions: (typeof invalid)[],
      status: "processed" | "pending" = "processed",
    ) => {
      const { sid } = await makeImage(db, { projectSid, name, status });
      await makeDetection(db, { imageSid: sid, modelSid, predictions });
    };
    await add("half.jpg", [makePrediction(), invalid]);
    await add("none.jpg", [invalid]);
    await add("most.jpg", [makePrediction(), makePrediction(), invalid]);
    await add("empty.jpg", [], "pending");
    await makeImage(db, { projectSid, name: "unread.jpg" });
    const fetch = (filter: object) => person.rpc.project.fetchProjectWithImages.query({ slug, ...filter });
    const all = await fetch({});
    expect(all.below).toBe(2);
    const below = await fetch({ mark: ["below"] });
    expect(below.images.map(({ name }) => name)).toEqual(["half.jpg", "none.jpg"]);
    expect(below).toMatchObject({ total: 2, counts: { processed: 2 }, below: 2 });
    // The flag equals the badge.
    const badges = all.images.filter(({ belowThreshold }) => belowThreshold).map(({ name }) => name);
    expect(badges.toSorted()).toEqual(["half.jpg", "none.jpg"]);
    expect((await fetch({ mark: ["below"], search: "half" })).total).toBe(1);
    expect((await fetch({ mark: ["below"], status: ["pending"] })).total).toBe(0);
    expect((await fetch({ mark: ["below", "failed"] })).total).toBe(0);
    const sids = await person.rpc.image.listMatchingImages.query({ slug, mark: ["below"] });
    expect(sids).toEqual(below.images.map(({ sid }) => sid));
    expect(await person.rpc.image.listMatchingImages.query({ slug, sort: "-name" })).toHaveLength(5);
    const hidden = await makeProject(db, { status: "preview" });
    expect(await codeOf(person.rpc.image.listMatchingImages.query({ slug: hidden.slug }))).toBe("NOT_FOUND");
  });
});

const eventOf = async (slug: string) => person.rpc.project.getProject.query({ slug });
