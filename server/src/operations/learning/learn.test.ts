import { appendFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type LearningReport, MIN_EXAMPLES_TO_LEARN, isHeldOut } from "@precount/domain";
import { VisionProcess, startTraining } from "@precount/vision";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { eq } from "../../db/drizzle.ts";
import { insertLearnedModel } from "../../db/models/learned.ts";
import { findModel, readModelReport } from "../../db/models/read.ts";
import { imageDetections } from "../../db/schema/detections.ts";
import { learningExamples } from "../../db/schema/learning.ts";
import { startJobHandlers } from "../../jobs/start-job-handlers.ts";
import { newSid } from "../../lib/ids.ts";
import { createModelFiles } from "../../processes/worker-model-files.ts";
import { JobQueue } from "../../queue/job-queue.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";
import { makeExample, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { readReferenceStickers, writeReferenceSet } from "../../testing/reference-stickers.ts";
import { SAMPLE_SIZE, samplePhoto } from "../../testing/sample-photos.ts";
import { makeTemporaryFolder } from "../../testing/temporary-folder.ts";
import { type Caller, type TestApi, createTestApi, errorOf } from "../../testing/test-api.ts";
import { workerContext } from "../../testing/worker-context.ts";
import type { WorkerContext } from "../worker-context.ts";
import { registerLearnedModels } from "./register-learned-models.ts";

/** Real trainings of a real model in one thread. */
const TIMEOUT_MS = 120_000;

let api: TestApi;
let admin: Caller;
let people: Caller[];
let baseSid: string;
let projectSid: string;
let referenceDir: string;
let closing: (() => Promise<void>)[] = [];

async function prepare(): Promise<void> {
  api = await createTestApi();
  const folder = await makeTemporaryFolder();
  closing = [() => api.close(), () => folder.remove()];
  referenceDir = folder.path;
  admin = await api.signIn({ role: "admin" });
  people = [await api.signIn({ name: "Ann" }), await api.signIn({ name: "Bob" }), await api.signIn({ name: "Eve" })];
  baseSid = (await makeModel(api.database.db, { name: "precount", title: "Precount", backend: "onnx" })).sid;
  projectSid = (await makeProject(api.database.db)).sid;
}
/** Ends the started services, the last one first. */
async function close(): Promise<void> {
  for (const end of closing.toReversed()) await end();
}

/**
 * Adds the number of examples that a training run needs, of three accounts in turn. Half of them are printed, so that the model is sure
 * of them. The sid of the photo decides which examples are held out, so it is the same in each run.
 */
async function addExamples(): Promise<void> {
  const { db } = api.database;
  const all = await readReferenceStickers();
  const of = (family: string) => all.filter((one) => one.family === family).slice(0, MIN_EXAMPLES_TO_LEARN / 2);
  const stickers = [...of("print"), ...of("hand")];
  await writeReferenceSet(referenceDir, all.slice(-5));
  const { sid: imageSid } = await makeImage(db, { sid: "a".repeat(24), projectSid, status: "approved" });
  for (const [position, { webp, box, code, quantity }] of stickers.entries()) {
    const { sha256 } = await api.services.blobs.put(Readable.from([webp]));
    const account = people[position % people.length]?.user.sid ?? null;
    const values = { code, codeAccount: account, codeOrigin: "typed" as const, quantity, quantityAccount: account };
    const place = {
      imageSid,
      position,
      projectSid,
      modelSid: baseSid,
      isHeldOut: isHeldOut(`${imageSid}/${position}`),
    };
    await makeExample(db, { ...place, ...values, box, sha256 });
  }
}

/** Changes three of every ten of a person's stickers: first the printed ones, then the handwritten ones. */
const typeWrongValues = (account: string) =>
  api.database.pool.query(
    `update learning_examples set code = lpad(((code::int + 111111) % 1000000)::text, 6, '0')
     where position in (
       select position from (
         select position, row_number() over (order by position) % 10 as digit from learning_examples where code_account = $1
       ) as theirs where digit < 3
     )`,
    [account],
  );

type TrainControl = NonNullable<Parameters<typeof startTraining>[1]>;

/** A worker with the real trainer, on a small reference set. `judge` may change the report. Failed jobs are retried immediately. */
async function startWorker(
  judge: (report: LearningReport) => LearningReport | Promise<LearningReport> = (report) => report,
  control: TrainControl = {},
): Promise<WorkerContext> {
  const { databaseUrl, config } = api.services;
  const queue = new JobQueue({ url: databaseUrl, role: "worker", onError: () => undefined });
  await queue.start();
  await api.database.pool.query(
    "update pgboss.queue set retry_delay = 0, retry_backoff = false, retry_delay_max = null",
  );
  const vision = new VisionProcess({ learnedDir: join(config.dataDir, "models") });
  const trainer: WorkerContext["trainer"] = {
    train: async (call, { signal, onProgress }) => {
      const report = await startTraining(
        { ...call, referenceDir, anchorsDir: referenceDir },
        {
          ...control,
          niceness: 0,
          signal,
          onProgress: (progress) => {
            onProgress(progress);
            control.onProgress?.(progress);
          },
        },
      );
      return judge(report);
    },
  };
  const context = workerContext(api.services, queue, { vision, reader: vision, trainer });
  await startJobHandlers(context, { detections: 1, previews: 1 });
  closing.push(async () => {
    await queue.stop();
    await vision.close();
  });
  return context;
}

/**
 * Starts a training and removes most of its examples before a worker takes it: a person needs more examples to start one than it takes to
 * train.
 */
async function startSmall(): Promise<string> {
  await addExamples();
  const { sid } = await start();
  await api.database.pool.query("delete from learning_examples where position % 10 <> 0");
  return sid;
}

const start = () => admin.rpc.learning.start.mutate({ groupSid: null });
const runOf = async (sid: string) => (await admin.rpc.learning.fetchRuns.query()).find((run) => run.sid === sid);
const ended = async (sid: string) => {
  const isEnded = async () => ((await runOf(sid))?.endedAt ?? null) !== null;
  await vi.waitUntil(isEnded, { timeout: TIMEOUT_MS, interval: 200 });
  return runOf(sid);
};

/** Reads a photo with a model and returns the model of the detection. */
async function readerOf(modelSid: string): Promise<string | undefined> {
  const { db } = api.database;
  const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([samplePhoto()]));
  const event = await makeProject(db);
  const size = { rawWidth: SAMPLE_SIZE.width, rawHeight: SAMPLE_SIZE.height };
  const image = await makeImage(db, { projectSid: event.sid, sha256, sizeBytes, ...size });
  await admin.rpc.image.runImageDetection.mutate({ sid: image.sid, modelSid });
  const found = () => db.select().from(imageDetections).where(eq(imageDetections.imageSid, image.sid));
  await expect.poll(async () => (await found()).length, { timeout: 60_000, interval: 100 }).toBe(1);
  return (await found())[0]?.modelSid;
}

describe("PD-176 the training and the model it makes", () => {
  // One training for three tests: the last one damages its model.
  let context: WorkerContext;
  let run: Awaited<ReturnType<typeof runOf>>;
  let eve: string;
  beforeAll(async () => {
    await prepare();
    await addExamples();
    eve = people[2]?.user.sid ?? "";
    await typeWrongValues(eve);
    const { sid } = await start();
    // Fewer examples of the others: only Eve's must be many, so that they show that she is wrong.
    await api.database.pool.query("delete from learning_examples where code_account <> $1 and position % 5 <> 0", [
      eve,
    ]);
    context = await startWorker();
    run = await ended(sid);
  }, 2 * TIMEOUT_MS);
  afterAll(close);

  it(
    "makes a model in preview that other workers restore, and that its report keeps from being used",
    async () => {
      expect(run).toMatchObject({ state: "done", reason: null });
      const modelSid = run?.modelSid ?? "";
      const model = await findModel(api.database.db, modelSid);
      expect(model).toMatchObject({
        status: "preview",
        learned: { adaptsSid: baseSid, groupSid: null, problem: null },
      });
      const report = await admin.rpc.learning.fetchReport.query({ modelSid });
      expect(report).toMatchObject({
        base: "precount",
        champion: "precount",
        learnedFrom: { projects: 1, accounts: 2 },
      });
      const examples = await api.database.db.select().from(learningExamples);
      const heldOut = examples.filter((one) => one.isHeldOut && one.codeAccount !== eve);
      expect(report?.models.challenger.heldOut.stickers).toBe(heldOut.length);
      // Only the caches of the anchors and the reference set stay.
      await expect
        .poll(async () => (await readdir(context.runsDir)).toSorted())
        .toEqual(["anchors-precount.features", "reference-precount.features"]);
      const { message } = await errorOf(admin.rpc.learning.promote.mutate({ modelSid }));
      expect(message).toBe(report?.decision.ok === false ? report.decision.reason : "");

      // A worker on another machine: when it needs the model, and at its start.
      await rm(context.modelFiles.learnedDir, { recursive: true });
      expect(await readerOf(modelSid)).toBe(modelSid);
      expect(await context.modelFiles.listLearned()).toEqual([model?.name]);
      const other = await makeTemporaryFolder();
      onTestFinished(() => other.remove());
      const modelFiles = createModelFiles(other.path);
      await registerLearnedModels({ ...context, modelFiles });
      expect(await modelFiles.listLearned()).toEqual([model?.name]);
    },
    2 * TIMEOUT_MS,
  );

  it("leaves out the account that typed wrong values in 30 % of its stickers", async () => {
    const report = await readModelReport(api.database.db, run?.modelSid ?? "");
    expect(report?.leftOutAccounts.map(({ account }) => account)).toEqual([eve]);
    expect(report?.learnedFrom.accounts).toBe(2);
  });

  it(
    "keeps the shipped model reading when the files of a learned one are changed or lost",
    async () => {
      const modelSid = run?.modelSid ?? "";
      const name = (await findModel(api.database.db, modelSid))?.name ?? "";
      // The first worker has loaded the model and would not read its files again.
      await closing.pop()?.();
      context = await startWorker();
      await appendFile(join(context.modelFiles.learnedDir, name, "adaptation.json"), " ");
      expect(await readerOf(modelSid)).toBe(baseSid);
      const problem = async () => (await findModel(api.database.db, modelSid))?.learned?.problem;
      expect(await problem()).toMatch(/adaptation\.json is not the file its manifest names/);
      expect((await errorOf(readerOf(modelSid))).message).toMatch(/cannot be used/);
      // Deleted, the folder is restored from the store; if that has lost it too, the model stays refused.
      await rm(join(context.modelFiles.learnedDir, name), { recursive: true });
      await registerLearnedModels(context);
      expect(await problem()).toBeNull();
      await rm(join(context.modelFiles.learnedDir, name), { recursive: true });
      const { rows } = await api.database.pool.query<{ sha256: string }>(
        "delete from learned_model_files where name = 'adaptation.json' returning sha256",
      );
      await removeUnreferenced(api.services, rows[0]?.sha256 ?? "");
      await registerLearnedModels(context);
      expect(await problem()).toMatch(/adaptation\.json is missing/);
    },
    2 * TIMEOUT_MS,
  );
});

describe("PD-176 the training", () => {
  beforeEach(prepare);
  afterEach(close);

  it(
    "continues after its process was killed, and puts a better model in use if an admin allowed it",
    async () => {
      let kills = 0;
      let pid = 0;
      await admin.rpc.learning.updateSettings.mutate({ promotesAutomatically: true });
      const sid = await startSmall();
      await startWorker((report) => ({ ...report, decision: { ok: true } }), {
        onStart: (started) => (pid = started),
        onProgress: ({ stage, done }) => {
          if (stage === "examples" && done > 5 && kills === 0) kills += Number(process.kill(pid, "SIGKILL"));
        },
      });
      const run = await ended(sid);
      expect([kills, run?.state]).toEqual([1, "done"]);
      const { rows } = await api.database.pool.query("select attempt from learning_runs where sid = $1", [sid]);
      expect(rows).toEqual([{ attempt: 2 }]);
      const modelSid = run?.modelSid ?? "";
      expect((await readModelReport(api.database.db, modelSid))?.leftOutAccounts).toEqual([]);
      expect(await findModel(api.database.db, modelSid)).toMatchObject({ status: "active" });
      const { items } = await admin.rpc.audit.fetchAudit.query({ filters: { subjectSid: modelSid } });
      expect(items.map(({ action, actor }) => [action, actor])).toEqual([["learning.promoteAutomatically", null]]);
    },
    2 * TIMEOUT_MS,
  );

  it(
    "leaves a better model in preview if another one came into use during the training",
    async () => {
      const other = newSid();
      await admin.rpc.learning.updateSettings.mutate({ promotesAutomatically: true });
      const sid = await startSmall();
      await startWorker(async (report) => {
        const model = { sid: other, name: "other", title: "Other", backend: "onnx", trainedAt: null } as const;
        const accepted = { ...report, decision: { ok: true } } as const;
        await insertLearnedModel(api.database.db, { ...model, adaptsSid: baseSid, groupSid: null, report: accepted });
        await admin.rpc.learning.promote.mutate({ modelSid: other });
        return accepted;
      });
      const run = await ended(sid);
      expect(run?.state).toBe("done");
      const modelSid = run?.modelSid ?? "";
      expect(await findModel(api.database.db, modelSid)).toMatchObject({ status: "preview" });
      expect(await findModel(api.database.db, other)).toMatchObject({ status: "active" });
      expect((await errorOf(admin.rpc.learning.promote.mutate({ modelSid }))).message).toMatch(
        /was compared with Precount, but Other is in use now\./,
      );
    },
    2 * TIMEOUT_MS,
  );

  it(
    "ends within seconds when a person cancels it, without a model",
    async () => {
      const trained = Promise.withResolvers<void>();
      const sid = await startSmall();
      const context = await startWorker(undefined, { onProgress: ({ done }) => done > 2 && trained.resolve() });
      await trained.promise;
      expect(await admin.rpc.learning.cancel.mutate({ sid })).toMatchObject({ state: "canceled" });
      const filesOfRun = async () => (await readdir(context.runsDir)).filter((name) => name.startsWith(sid));
      await expect.poll(filesOfRun, { timeout: 10_000 }).toEqual([]);
      expect(await context.modelFiles.listLearned()).toEqual([]);
      expect(await runOf(sid)).toMatchObject({ state: "canceled", modelSid: null, reason: null });
    },
    TIMEOUT_MS,
  );

  it(
    "leaves no model if it is canceled after it was written",
    async () => {
      const sid = await startSmall();
      const context = await startWorker(async (report) => {
        await admin.rpc.learning.cancel.mutate({ sid });
        return report;
      });
      await ended(sid);
      await expect.poll(() => context.modelFiles.listLearned(), { timeout: 10_000 }).toEqual([]);
      expect(await runOf(sid)).toMatchObject({ state: "canceled", modelSid: null });
      expect((await admin.rpc.model.fetchModels.query()).map((model) => model.sid)).toEqual([baseSid]);
    },
    TIMEOUT_MS,
  );

  it("fails with a reason if no model can learn", async () => {
    await addExamples();
    await api.database.pool.query("update models set backend = 'kserve'");
    await startWorker();
    const run = await ended((await start()).sid);
    expect(run).toMatchObject({ state: "failed", modelSid: null });
    expect(run?.reason).toMatch(/^The model in use, Precount, cannot learn/);
  });
});
