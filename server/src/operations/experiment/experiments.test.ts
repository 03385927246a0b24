import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  type AnalysisResponse,
  type ExtractResponse,
  MAX_DOCUMENT_BYTES,
  type Rotation,
  analysisResponseSchema,
  extractResponseSchema,
} from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { eq, sql } from "../../db/drizzle.ts";
import { jobAnswers } from "../../db/schema/jobs.ts";
import { experimentFiles, models } from "../../db/schema/models.ts";
import { removeExpiredRows } from "../../processes/housekeeping.ts";
import { ask } from "../../queue/ask.ts";
import { sendAnswer } from "../../queue/answers.ts";
import { analyzePhoto } from "../../queue/analyze-photo.job.ts";
import { reconcile } from "../../storage/reconcile.ts";
import { makeModel } from "../../testing/factories.ts";
import { type FormPart, makeForm } from "../../testing/make-form.ts";
import { sampleDocx } from "../../testing/sample-documents.ts";
import { SAMPLE_SIZE, samplePhoto } from "../../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../../testing/test-api.ts";
import { completion, startVisionService } from "../../testing/vision-service.ts";
import { type Worker, startWorker } from "../../processes/worker.ts";

let api: TestApi;
let person: Caller;
let admin: Caller;
let worker: Worker;
let service: Awaited<ReturnType<typeof startVisionService>>;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  admin = await api.signIn({ role: "admin" });
  await api.services.listening.start();
  service = await startVisionService();
  worker = await work();
});
afterAll(async () => {
  await worker.stop();
  await service.close();
  await api.close();
});

function work(): Promise<Worker> {
  const { databaseUrl, config, log } = api.services;
  const visionApi = { url: service.url, key: "sk-secret", model: "reader-1" };
  return startWorker({ ...config, databaseUrl, fakeModel: true, visionApi, log });
}

async function post(url: string, parts: readonly FormPart[], caller: Pick<Caller, "headers"> = person) {
  const form = await makeForm(parts);
  const headers = { ...caller.headers, ...form.headers };
  const response = await api.inject({ method: "POST", url, payload: form.payload, headers });
  const body: AnalysisResponse & ExtractResponse & { code?: string; message?: string } = response.json();
  return { status: response.statusCode, body };
}
const analyze = (parts: readonly FormPart[], caller?: Pick<Caller, "headers">) => post("/api/analyze", parts, caller);
const extract = (parts: readonly FormPart[]) => post("/api/gpt/vision", parts);
const file = (content: Uint8Array | string, name = "shelf.jpg"): FormPart => ["file", content, name];

/** An experiment leaves nothing behind: no file, row, partial upload or job. */
async function expectNothingLeft(): Promise<void> {
  const { db, blobs, previews, log, config } = api.services;
  expect(await readdir(join(config.dataDir, "incoming"))).toEqual([]);
  expect(await reconcile({ db, blobs, previews, log, startedAt: new Date() })).toEqual({
    abandoned: 0,
    unreferenced: 0,
    missing: [],
  });
  expect(await db.$count(experimentFiles)).toBe(0);
  expect(await db.$count(jobAnswers)).toBe(0);
}

describe("S7.12 POST /api/analyze", () => {
  it("S3.18 PD-57: returns a model's results, by its name or sid, and stores nothing", async () => {
    const { rows } = await api.database.pool.query("select sid from models where name = 'fake'");
    for (const modelId of ["fake", String(rows[0]?.sid)]) {
      const { status, body } = await analyze([["modelId", modelId], file(samplePhoto())]);
      expect(status).toBe(200);
      expect(analysisResponseSchema.parse(body)).toEqual(body);
      expect(body).toMatchObject({ image: { size: SAMPLE_SIZE } });
      expect(body.detections.filter(({ label }) => label === "sticker")).toHaveLength(2);
    }
    await expectNothingLeft();
    expect((await api.database.pool.query("select 1 from images")).rows).toEqual([]);
  });

  it("applies rotation, limit and thresholds; fields may follow the file", async () => {
    const { body } = await analyze([file(samplePhoto()), ["modelId", "fake"], ["rotation", "rotate90CW"]]);
    expect(body.image.size).toEqual({ width: SAMPLE_SIZE.height, height: SAMPLE_SIZE.width });
    const strict = await analyze([
      file(samplePhoto()),
      ["modelId", "fake"],
      ["codeConfidenceThreshold", "1"],
      ["quantityConfidenceThreshold", "1"],
    ]);
    expect(strict.body.detections.every(({ code }) => code.pattern === null)).toBe(true);
  });

  it.each([
    ["no model", [file(samplePhoto())], 400, "Please select a model first!"],
    [
      "a model that there is not",
      [["modelId", "nothing"], file(samplePhoto())],
      404,
      "This model does not exist, or you may not see it.",
    ],
    ["a limit of none", [["modelId", "fake"], ["limit", "0"], file(samplePhoto())], 400, /^limit: /],
    ["another angle", [["modelId", "fake"], ["rotation", "rotate45CW"], file(samplePhoto())], 400, /^rotation: /],
    ["no photo", [["modelId", "fake"], file("%PDF-1.7")], 400, /^This is not a photo we can read/],
    ["an empty file", [["modelId", "fake"], file("")], 400, "The file is empty."],
    ["no file", [["modelId", "fake"]], 400, "No file was sent."],
    ["half a photo", [["modelId", "fake"], file(samplePhoto().subarray(0, 300))], 422, /\w+ .*\./],
  ] as const)("S5.12 refuses %s, in words", async (_, parts, status, message) => {
    // A literal of tuples.
    const answer = await analyze(parts as readonly FormPart[]);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(message);
    await expectNothingLeft();
  });

  it("S4.21 S6.04 refuses retired models, offers models in preview to admins only, and needs a session", async () => {
    const { db } = api.database;
    const retired = await makeModel(db, { title: "Old one", status: "retired" });
    expect((await analyze([["modelId", retired.sid], file(samplePhoto())])).body).toMatchObject({
      code: "PRECONDITION_FAILED",
      message: "The model Old one is retired. Choose another one.",
    });
    await db.update(models).set({ chosenStatus: "preview" }).where(eq(models.name, "fake"));
    onTestFinished(async () => void (await db.update(models).set({ chosenStatus: null })));
    const parts: FormPart[] = [["modelId", "fake"], file(samplePhoto())];
    expect((await analyze(parts)).status).toBe(404);
    expect((await analyze(parts, admin)).status).toBe(200);
    expect((await analyze(parts, { headers: {} })).status).toBe(401);
  });
});

describe("S7.13 POST /api/gpt/vision", () => {
  const DOCX = sampleDocx("Delivery note", [
    ["SKU", "Quantity"],
    ["012345", "12"],
  ]);
  it("PD-52: our own reader gives the tables of a document as CSV or JSON", async () => {
    const csv = await extract([["format", "csv"], ["orientation", "none"], file(DOCX)]);
    expect(csv.status).toBe(200);
    expect(extractResponseSchema.parse(csv.body)).toEqual(csv.body);
    expect(csv.body.contents).toBe('\uFEFF"SKU","Quantity"\r\n"012345","12"\r\n');
    const json = await extract([["format", "json"], file(DOCX)]);
    expect(JSON.parse(json.body.contents)).toMatchObject({
      tables: [
        {
          rows: [
            ["SKU", "Quantity"],
            ["012345", "12"],
          ],
        },
      ],
    });
    await expectNothingLeft();
  });

  it("an answer may be far larger than a notification", async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => [`cell ${i}`, "0".repeat(20)]);
    const { body } = await extract([["format", "csv"], file(sampleDocx("Long", rows))]);
    expect(body.contents.length).toBeGreaterThan(50_000);
    expect(body.contents).toContain('"cell 1999"');
  });

  it.each([
    [
      "text",
      [file("SKU,Quantity")],
      400,
      "This file is neither an image nor a PDF or Word document (docx). Save it as PDF and choose that.",
    ],
    ["another format", [["format", "xml"], file(DOCX)], 400, /^format: /],
    ["another angle", [["orientation", "upside down"], file(DOCX)], 400, /^orientation: /],
    ["an invalid PDF", [file("%PDF-1.7 nothing")], 422, /PDF/],
    ["too much", [file(Buffer.alloc(MAX_DOCUMENT_BYTES + 1, "%PDF-"))], 413, /larger than 50 MB/],
  ] as const)("refuses %s, in words", async (_, parts, status, message) => {
    // A literal of tuples.
    const answer = await extract(parts as readonly FormPart[]);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toMatch(message);
    await expectNothingLeft();
  });

  it("sends images to the configured service rotated, reduced and without place or camera; documents stay on the server", async () => {
    const photo = await readFile(join(import.meta.dirname, "../../../../samples/0101.jpg"));
    service.answerWith((_, response) => void response.end(completion('{"tables":[{"rows":[["012345","12"]]}]}')));
    const { status, body } = await extract([["format", "csv"], ["orientation", "rotate90CW"], file(photo)]);
    expect({ status, contents: body.contents }).toEqual({ status: 200, contents: '\uFEFF"012345","12"\r\n' });
    const [, picture] = service.requests.at(-1)?.messages[0].content ?? [];
    const sent = Buffer.from(picture?.image_url.url.replace("data:image/jpeg;base64,", "") ?? "", "base64");
    expect(sent.subarray(0, 3).toString("hex")).toBe("ffd8ff");
    expect(sent.includes("Exif")).toBe(false);
    expect(sent.length).toBeLessThan(photo.length);
    service.answerWith((_, response) => void response.writeHead(429).end());
    const busy = await extract([file(samplePhoto())]);
    expect(busy).toMatchObject({
      status: 422,
      body: { message: "The vision service is overloaded. Please try again in a minute." },
    });
    const before = service.requests.length;
    expect((await extract([file(DOCX)])).status).toBe(200);
    expect(service.requests).toHaveLength(before);
    await expectNothingLeft();
  });
});

it("cancels the job when the client disconnects", async () => {
  const left = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  service.answerWith((_, response) => {
    response.on("close", left.resolve);
    asked.resolve();
  });
  await api.app.listen({ host: "127.0.0.1", port: 0 });
  const bound = api.app.server.address();
  const port = typeof bound === "object" ? (bound?.port ?? 0) : 0;
  const form = await makeForm([file(samplePhoto())]);
  const leaving = new AbortController();
  const going = fetch(`http://127.0.0.1:${port}/api/gpt/vision`, {
    method: "POST",
    headers: { ...person.headers, ...form.headers },
    body: new Uint8Array(form.payload),
    signal: leaving.signal,
  });
  await asked.promise;
  leaving.abort();
  await expect(going).rejects.toThrow("aborted");
  // The worker notices at its next heartbeat that the job was deleted.
  await left.promise;
  await expect.poll(() => api.database.db.$count(experimentFiles)).toBe(0);
  // The response of the last call is not read.
  await expect.poll(() => api.database.db.$count(jobAnswers)).toBe(1);
  await api.database.db.delete(jobAnswers);
  await expectNothingLeft();
});

describe("the file of an experiment whose server was killed", () => {
  it("is kept while it may be in use, and removed by the housekeeping", async () => {
    const { db, blobs } = api.services;
    const { sha256 } = await blobs.put(Readable.from([samplePhoto()]));
    await db.insert(experimentFiles).values({ sid: "e".repeat(24), sha256 });
    await sendAnswer(db, "q".repeat(24), { ok: true, value: "\u0000" });
    const { previews, log } = api.services;
    // Another process starts meanwhile.
    await reconcile({ db, blobs, previews, log, startedAt: new Date() });
    await removeExpiredRows(api.services);
    expect(await blobs.has(sha256)).toBe(true);
    const old = sql`now() - interval '11 minutes'`;
    await db.update(experimentFiles).set({ createdAt: old });
    await db.update(jobAnswers).set({ createdAt: old });
    await removeExpiredRows(api.services);
    expect(await blobs.has(sha256)).toBe(false);
    await expectNothingLeft();
  });

  it("reads an answer that arrived during a broken connection", async () => {
    await worker.stop();
    const payload = {
      sha256: "0".repeat(64),
      modelName: "fake",
      rotation: "none" as Rotation,
      options: { limit: 1, codeConfidenceThreshold: 0, quantityConfidenceThreshold: 0 },
    };
    const timeouts = { startMs: 15_000, answerMs: 16_000 };
    const asked = ask(api.services, { job: analyzePhoto, payload, signal: undefined, timeouts });
    const jobs = async () => api.services.queue.boss.findJobs<{ question: string }>("analyze-photo");
    await expect.poll(async () => (await jobs()).some(({ state }) => state === "created")).toBe(true);
    const question = (await jobs()).find(({ state }) => state === "created")?.data.question ?? "";
    await api.database.pool.query("insert into job_answers (question, answer) values ($1, $2)", [
      question,
      '{"ok":true,"value":7}',
    ]);
    await api.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'precount-live' and datname = current_database()",
    );
    expect(await asked).toBe(7);
    worker = await work();
  });
});
