import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { DocumentProcess, type ReadCall } from "@precount/documents";
import { ProcessError } from "@precount/forked-process";
import { VisionProcess } from "@precount/vision";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Database } from "../db/connect.ts";
import { insertTask, insertTaskDocuments } from "../db/tasks/write.ts";
import { readTask } from "../db/tasks/read.ts";
import { makeProject, makeTask } from "../testing/factories.ts";
import { sampleDocx, samplePdf } from "../testing/sample-documents.ts";
import { type Caller, type TestApi, createTestApi, errorOf } from "../testing/test-api.ts";
import { workerContext } from "../testing/worker-context.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import { enqueueDocumentReading } from "../queue/enqueue-document-reading.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { handle } from "./read-document.handler.ts";
import { startJobHandlers } from "./start-job-handlers.ts";

let api: TestApi;
let person: Caller;
let db: Database;
const documents = new DocumentProcess();
const vision = new VisionProcess();
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  ({ db } = api.services);
});
afterAll(async () => {
  await documents.close();
  await vision.close();
  await api.close();
});

/** A worker for this test only. Failed jobs are retried immediately. */
async function startJobs(given: Partial<WorkerContext> = {}): Promise<JobQueue> {
  const queue = new JobQueue({ url: api.services.databaseUrl, role: "worker", onError: () => undefined });
  await queue.start();
  await api.database.pool.query(
    "update pgboss.queue set retry_delay = 0, retry_backoff = false, retry_delay_max = null",
  );
  onTestFinished(() => queue.stop());
  const context = workerContext(api.services, queue, { vision, reader: vision, documents, ...given });
  await startJobHandlers(context, { detections: 1, previews: 1 });
  return queue;
}

async function makeSent(bytes: Uint8Array, fileType: "pdf" | "docx" = "docx"): Promise<number> {
  const { sid: projectSid } = await makeProject(db);
  const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([Buffer.from(bytes)]));
  return db.transaction(async (tx) => {
    const task = await insertTask(tx, { projectSid, eventId: "count", createdBy: person.user.sid });
    const original = { fileName: `note.${fileType}`, fileType, sha256, sizeBytes, isOriginal: true };
    await insertTaskDocuments(tx, task.taskId, [original]);
    await enqueueDocumentReading(tx, api.services.queue, task);
    return task.taskId;
  });
}

const statusOf = async (taskId: number) => (await readTask(db, taskId)).status;
const settled = async (taskId: number) => {
  await expect.poll(() => statusOf(taskId)).toBeGreaterThan(2);
  return readTask(db, taskId);
};
async function storedBlobs(): Promise<string[]> {
  const stored: string[] = [];
  for await (const sha256 of api.services.blobs.list()) stored.push(sha256);
  return stored;
}
const DOCX = sampleDocx("Delivery note", [
  ["SKU", "Quantity"],
  ["012345", "12"],
]);

describe("S4.22 read-document", () => {
  it("PD-49: a Word document becomes text, structure, a CSV for each table and a workbook, beside the original", async () => {
    await startJobs();
    const taskId = await makeSent(DOCX);
    const task = await settled(taskId);
    expect(task).toMatchObject({ status: 3, errorMessage: null, retryAt: null });
    const names = task.documents.map(({ fileName }) => fileName);
    expect(names).toEqual(["note.docx", "text.md", "structure.json", "table-1.csv", "tables.xlsx"]);
    expect(task.documents.map(({ isOriginal }) => isOriginal)).toEqual([true, false, false, false, false]);
    const csv = await api.inject({ url: task.documents[3]?.fileUrl ?? "", headers: person.headers });
    expect(csv.body).toContain('"012345","12"');
    // The folder is removed after the task's last change.
    await expect.poll(() => readdir(join(api.services.config.dataDir, "incoming"))).toEqual([]);
  });

  it("an invalid PDF fails at once with a message; a Retry reads it again without duplicates", async () => {
    const tries: number[] = [];
    const counting = { read: (call: ReadCall, signal?: AbortSignal) => (tries.push(1), documents.read(call, signal)) };
    await startJobs({ documents: counting });
    const taskId = await makeSent(Buffer.from("%PDF-1.7\nnothing"), "pdf");
    const task = await settled(taskId);
    expect(task.status).toBe(4);
    expect(task.errorMessage).toMatch(/PDF/);
    expect(tries).toHaveLength(1);
    await person.rpc.task.retryTask.mutate({ taskId });
    await expect.poll(() => tries.length).toBe(2);
    expect(await settled(taskId)).toMatchObject({ status: 4, documents: [{ isOriginal: true }] });
  });

  it("keeps partial outputs of a document; a Retry replaces them", async () => {
    let round = 0;
    const partly = {
      read: async ({ outDir }: ReadCall) => {
        round += 1;
        const outputs = [`text.md`, `table-${round}.csv`].map((fileName) => ({
          fileName,
          fileType: fileName.endsWith("md") ? ("md" as const) : ("csv" as const),
          path: join(outDir, fileName),
        }));
        for (const { path, fileName } of outputs) await writeFile(path, `${fileName} of round ${round}`);
        const problems = round === 1 ? ["Page 2 cannot be read.\u0000", "Page 3 neither."] : [];
        return { kind: "pdf" as const, pageCount: 3, outputs, problems, elapsedMs: 1 };
      },
    };
    await startJobs({ documents: partly });
    const taskId = await makeSent(DOCX);
    const first = await settled(taskId);
    expect(first).toMatchObject({ status: 4, errorMessage: "Page 2 cannot be read.\nPage 3 neither." });
    expect(first.documents.map(({ fileName }) => fileName)).toEqual(["note.docx", "text.md", "table-1.csv"]);
    await person.rpc.task.retryTask.mutate({ taskId });
    await expect.poll(() => statusOf(taskId)).toBe(3);
    const second = await readTask(db, taskId);
    expect(second.documents.map(({ fileName }) => fileName)).toEqual(["note.docx", "text.md", "table-2.csv"]);
    // The files of the first attempt are deleted.
    const { rows } = await api.database.pool.query("select distinct sha256 from task_documents");
    await expect.poll(async () => (await storedBlobs()).length).toBe(rows.length);
  });

  it("PD-109: shows the page that is read; Cancel ends the reading after it and keeps what was read", async () => {
    const paged: WorkerContext["documents"] = {
      read: async ({ outDir }, _signal, { onProgress, stopSignal }) => {
        onProgress({ page: 7, pageCount: 18 });
        await once(stopSignal, "abort");
        const path = join(outDir, "text.md");
        await writeFile(path, "The first seven pages");
        return { outputs: [{ fileName: "text.md", fileType: "md", path }], problems: ["Canceled after page 7 of 18."] };
      },
    };
    await startJobs({ documents: paged });
    const taskId = await makeSent(DOCX);
    const get = () => person.rpc.task.getTask.query({ taskId });
    await expect.poll(async () => (await get()).progress).toEqual({ page: 7, pageCount: 18 });
    const canceled = await person.rpc.task.cancelTask.mutate({ taskId });
    expect(canceled).toMatchObject({ status: 2, isCanceled: true });
    expect((await errorOf(person.rpc.task.cancelTask.mutate({ taskId }))).message).toMatch(/being canceled/);
    const ended = await settled(taskId);
    expect(ended).toMatchObject({ status: 4, errorMessage: "Canceled after page 7 of 18.", progress: null });
    expect(ended.documents.map(({ fileName }) => fileName)).toEqual(["note.docx", "text.md"]);
    await person.rpc.task.retryTask.mutate({ taskId });
    expect(await get()).toMatchObject({ isCanceled: false });
    await expect.poll(async () => (await get()).progress).toEqual({ page: 7, pageCount: 18 });
    await person.rpc.task.cancelTask.mutate({ taskId });
    await settled(taskId);
  });

  it("PD-109: a task that is canceled during its last page says so, and keeps what was read", async () => {
    const lastPage: WorkerContext["documents"] = {
      read: async ({ outDir }, _signal, { onProgress, stopSignal }) => {
        onProgress({ page: 1, pageCount: 1 });
        await once(stopSignal, "abort");
        const path = join(outDir, "text.md");
        await writeFile(path, "The only page");
        return { outputs: [{ fileName: "text.md", fileType: "md", path }], problems: [] };
      },
    };
    await startJobs({ documents: lastPage });
    const taskId = await makeSent(DOCX);
    await expect.poll(() => statusOf(taskId)).toBe(2);
    await person.rpc.task.cancelTask.mutate({ taskId });
    const reason = "Canceled too late: the document was read to its end. Its results are kept.";
    const ended = await settled(taskId);
    expect(ended).toMatchObject({ status: 4, errorMessage: reason });
    expect(ended.documents.map(({ fileName }) => fileName)).toEqual(["note.docx", "text.md"]);
  });

  it("PD-109: a canceled task that waits ends at once, and one whose worker died ends with its next attempt", async () => {
    const waiting = await makeSent(DOCX);
    const reason = "Canceled before a page was read. Press Retry to read it.";
    const ended = await person.rpc.task.cancelTask.mutate({ taskId: waiting });
    expect(ended).toMatchObject({ status: 4, errorMessage: reason, documents: [{ isOriginal: true }] });
    expect((await errorOf(person.rpc.task.cancelTask.mutate({ taskId: waiting }))).message).toMatch(/has ended/);
    const orphaned = await makeSent(DOCX);
    await api.database.pool.query("update tasks set status = 2, cancel_requested_at = now() where task_id = $1", [
      orphaned,
    ]);
    await startJobs({ documents: { read: () => Promise.reject(new Error("a canceled document is not read")) } });
    expect(await settled(orphaned)).toMatchObject({ status: 4, errorMessage: reason });
    expect(await readTask(db, waiting)).toMatchObject({ status: 4 });
  });

  it("PD-110: stores the picture of each page and sends it to people who may see the event", async () => {
    await startJobs();
    const taskId = await makeSent(await samplePdf(2, 3), "pdf");
    await settled(taskId);
    const { pages } = await person.rpc.task.getTask.query({ taskId });
    expect(pages.map(({ number }) => number)).toEqual([1, 2]);
    const url = pages[0]?.pictureUrl ?? "";
    const picture = await api.inject({ url, headers: person.headers });
    expect(picture.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect(picture.rawPayload.subarray(0, 4).toString()).toBe("RIFF");
    expect((await api.inject({ url })).statusCode).toBe(401);
    const beyond = `/api/tasks/${taskId}/pages/3/picture`;
    expect((await api.inject({ url: beyond, headers: person.headers })).statusCode).toBe(404);
    expect(
      (await api.inject({ url: `/api/tasks/${taskId}/pages/x/picture`, headers: person.headers })).statusCode,
    ).toBe(404);
    // Another reading replaces them, and their files are deleted.
    await api.database.pool.query("update tasks set status = 4, error_message = 'Again.' where task_id = $1", [taskId]);
    await person.rpc.task.retryTask.mutate({ taskId });
    await expect.poll(() => statusOf(taskId)).toBe(3);
    expect((await person.rpc.task.getTask.query({ taskId })).pages).toEqual(pages);
  });

  it("PD-50: retries after a crash with the time shown; the fifth failure is final with a message", async () => {
    const crashing = {
      read: async () => {
        throw new ProcessError("crashed", "The reader crashed over this document.");
      },
    };
    const queue = await startJobs({ documents: crashing });
    // Long enough for the test to see the waiting state.
    await api.database.pool.query("update pgboss.queue set retry_delay = 1 where name = 'read-document'");
    const taskId = await makeSent(DOCX);
    await expect.poll(async () => (await readTask(db, taskId)).retryAt).not.toBeNull();
    const waiting = await readTask(db, taskId);
    expect(waiting).toMatchObject({ status: 1, errorMessage: null });
    const nextMs = Date.parse(waiting.retryAt ?? "") - Date.now();
    expect(nextMs).toBeGreaterThan(-5000);
    expect(nextMs).toBeLessThan(3000);
    // The other retries are immediate.
    await api.database.pool.query(
      "update pgboss.job set retry_delay = 0, start_after = now() where name = 'read-document' and state = 'retry'",
    );
    await expect.poll(() => statusOf(taskId)).toBe(4);
    expect(await readTask(db, taskId)).toMatchObject({ errorMessage: "The reader crashed over this document." });
    const { rows } = await api.database.pool.query("select attempts from tasks where task_id = $1", [taskId]);
    expect(rows).toEqual([{ attempts: 5 }]);
    await queue.stop();
  });

  it("a full disk does not fail the document: it is read when there is space", async () => {
    let tries = 0;
    const full = {
      read: async (call: ReadCall, signal?: AbortSignal) => {
        if ((tries += 1) === 1) throw new ProcessError("failed", "It could not be stored.", "ENOSPC");
        return documents.read(call, signal);
      },
    };
    await startJobs({ documents: full });
    const taskId = await makeSent(DOCX);
    await expect.poll(async () => (await readTask(db, taskId)).retryAt).not.toBeNull();
    expect(await readTask(db, taskId)).toMatchObject({ status: 1, errorMessage: null });
    await api.database.pool.query("update pgboss.job set start_after = now() where state = 'created'");
    await expect.poll(() => statusOf(taskId)).toBe(3);
    const { rows } = await api.database.pool.query("select attempts from tasks where task_id = $1", [taskId]);
    expect(rows).toEqual([{ attempts: 1 }]);
  });

  it("an attempt whose lease expired changes nothing when it ends late", async () => {
    const [entered, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = {
      read: async (call: ReadCall, signal?: AbortSignal) => {
        entered.resolve();
        await release.promise;
        return documents.read(call, signal);
      },
    };
    const queue = await startJobs({ documents: slow });
    const taskId = await makeSent(DOCX);
    await entered.promise;
    const { rows } = await api.database.pool.query("select queue_id from tasks where task_id = $1", [taskId]);
    const again = { payload: { taskId }, queueId: String(rows[0]?.queue_id), attempt: 2 };
    const context = workerContext(api.services, queue, { vision, reader: vision, documents });
    await handle(context, { ...again, signal: new AbortController().signal });
    const done = await readTask(db, taskId);
    expect(done).toMatchObject({ status: 3, documents: [{}, {}, {}, {}, {}] });
    release.resolve();
    await queue.stop();
    expect(await readTask(db, taskId)).toEqual(done);
    // The folder is removed after the task's last change.
    await expect.poll(() => readdir(join(api.services.config.dataDir, "incoming"))).toEqual([]);
  });

  it("fails a task whose worker died in the last attempt", async () => {
    await startJobs();
    const { sid: projectSid } = await makeProject(db);
    const { taskId } = await makeTask(db, { projectSid, status: 2, attempts: 5 });
    await api.database.pool.query("insert into pgboss.job (name, data) values ('read-document-failed', $1)", [
      { taskId },
    ]);
    expect(await settled(taskId)).toMatchObject({
      status: 4,
      errorMessage: expect.stringContaining("Split it, or print it as a new PDF, and upload that.") as string,
    });
  });

  it("fails at once when the file is missing in the store", async () => {
    const taskId = await makeSent(sampleDocx("Gone", [["1"]]));
    const { rows } = await api.database.pool.query("select sha256 from task_documents where task_id = $1", [taskId]);
    await api.services.blobs.delete(String(rows[0]?.sha256));
    await startJobs();
    const errorMessage = "The document's file is missing in the storage. Upload the document again as a new task.";
    expect(await settled(taskId)).toMatchObject({ status: 4, errorMessage });
  });
});
