import { Readable } from "node:stream";
import { DocumentProcess } from "@precount/documents";
import {
  type TableEdit,
  type TaskWithProject,
  documentStructureSchema,
  linesOf,
  structureDocument,
  tablesOf,
} from "@precount/domain";
import { VisionProcess } from "@precount/vision";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { insertTask, insertTaskDocuments } from "../db/tasks/write.ts";
import { enqueueDocumentReading } from "../queue/enqueue-document-reading.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { makeProject } from "../testing/factories.ts";
import { samplePdf } from "../testing/sample-documents.ts";
import { type Caller, type TestApi, createTestApi, errorOf } from "../testing/test-api.ts";
import { workerContext } from "../testing/worker-context.ts";
import { startJobHandlers } from "./start-job-handlers.ts";

let api: TestApi;
let person: Caller;
const documents = new DocumentProcess();
const vision = new VisionProcess();
beforeAll(async () => {
  api = await createTestApi();
  await api.services.listening.start();
  person = await api.signIn();
});
afterAll(async () => {
  await documents.close();
  await vision.close();
  await api.close();
});

/** A worker for this test only. */
async function startJobs(): Promise<void> {
  const queue = new JobQueue({ url: api.services.databaseUrl, role: "worker", onError: () => undefined });
  await queue.start();
  onTestFinished(() => queue.stop());
  const context = workerContext(api.services, queue, { vision, reader: vision, documents, extractor: documents });
  await startJobHandlers(context, { detections: 1, previews: 1 });
}

/** A task whose document of two pages with a table each has been read. */
async function makeRead(): Promise<TaskWithProject> {
  const { sid: projectSid } = await makeProject(api.services.db);
  const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([Buffer.from(await samplePdf(2, 3))]));
  const taskId = await api.services.db.transaction(async (tx) => {
    const task = await insertTask(tx, { projectSid, eventId: "count", createdBy: person.user.sid });
    const original = { fileName: "note.pdf", fileType: "pdf" as const, sha256, sizeBytes, isOriginal: true };
    await insertTaskDocuments(tx, task.taskId, [original]);
    await enqueueDocumentReading(tx, api.services.queue, task);
    return task.taskId;
  });
  await expect.poll(async () => (await get(taskId)).status).toBe(3);
  return get(taskId);
}

const get = (taskId: number): Promise<TaskWithProject> => person.rpc.task.getTask.query({ taskId });

async function contentOf({ documents: all }: TaskWithProject, fileName: string): Promise<string> {
  const url = all.find((document) => document.fileName === fileName)?.fileUrl ?? "";
  return (await api.inject({ url, headers: person.headers })).body;
}

const namesOf = ({ documents: all }: TaskWithProject): string[] => all.map(({ fileName }) => fileName).toSorted();

/** Joins the columns of the first table. */
async function joinColumns(task: TaskWithProject): Promise<TableEdit> {
  const structure = documentStructureSchema.parse(JSON.parse(await contentOf(task, "structure.json")));
  const table = tablesOf(structure)[0];
  const lines = table && linesOf(table, 1);
  if (!lines) throw new Error("the sample has no table on its first page");
  const columns = [lines.columns[0] ?? 0, lines.columns.at(-1) ?? 0];
  return { kind: "cut", table: 0, page: 1, columns, rows: lines.rows, merged: [] };
}

describe("PD-111: edits of tables", () => {
  it("change all outputs, are audited, and can be undone", async () => {
    await startJobs();
    const read = await makeRead();
    const { taskId } = read;
    expect(read.pages.map(({ hasWords }) => hasWords)).toEqual([true, true]);
    expect(await person.rpc.task.fetchPageWords.query({ taskId, page: 1 })).not.toHaveLength(0);
    const csv = await contentOf(read, "table-1.csv");
    const edit = await joinColumns(read);
    const edited = await person.rpc.task.editTable.mutate({ taskId, edit, editCount: 0 });
    expect(edited.tableEdits).toEqual([edit]);
    expect(namesOf(edited)).toEqual([...namesOf(read), "structure-as-read.json"].toSorted());
    expect((await contentOf(edited, "table-1.csv")).split("\r\n")[0]).not.toContain('","');
    expect(await contentOf(edited, "text.md")).not.toBe(await contentOf(read, "text.md"));
    expect(await contentOf(edited, "structure-as-read.json")).toBe(await contentOf(read, "structure.json"));

    // Another person has not seen the edit.
    const stale = await errorOf(person.rpc.task.undoTableEdit.mutate({ taskId, editCount: 0 }));
    expect(stale).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("changed meanwhile") as string });
    const second = { kind: "toText" as const, table: 1, page: 2 };
    const twice = await person.rpc.task.editTable.mutate({ taskId, edit: second, editCount: 1 });
    expect(twice.tableEdits).toEqual([edit, second]);

    // An undo and another edit leave the same number of edits, but another document.
    const seen = structureDocument(twice)?.documentId;
    await person.rpc.task.undoTableEdit.mutate({ taskId, editCount: 2, structureId: seen });
    const again = await person.rpc.task.editTable.mutate({ taskId, edit: second, editCount: 1 });
    const reused = await errorOf(person.rpc.task.undoTableEdit.mutate({ taskId, editCount: 2, structureId: seen }));
    expect(reused).toMatchObject({ code: "CONFLICT", message: stale.message });
    expect(again.tableEdits).toEqual([edit, second]);

    await person.rpc.task.undoTableEdit.mutate({ taskId, editCount: 2 });
    const undone = await person.rpc.task.undoTableEdit.mutate({ taskId, editCount: 1 });
    expect(undone.tableEdits).toEqual([]);
    expect(namesOf(undone)).toEqual(namesOf(read));
    expect(await contentOf(undone, "table-1.csv")).toBe(csv);
    expect((await errorOf(person.rpc.task.undoTableEdit.mutate({ taskId, editCount: 0 }))).message).toMatch(
      /nothing to undo/,
    );

    const { rows } = await api.database.pool.query(
      "select action from audit_entries where subject_sid = $1 order by 1",
      [String(taskId)],
    );
    expect(rows.map(({ action }: { action: string }) => action).filter((action) => /Table/.test(action))).toEqual([
      "task.editTable",
      "task.editTable",
      "task.editTable",
      "task.undoTableEdit",
      "task.undoTableEdit",
      "task.undoTableEdit",
    ]);
    // Files of the edits are deleted.
    const { rows: used } = await api.database.pool.query(
      "select sha256 from task_documents union select sha256 from task_pages",
    );
    const stored: string[] = [];
    for await (const sha256 of api.services.blobs.list()) stored.push(sha256);
    expect(stored).toHaveLength(used.length);
  });

  it("are refused when another person replaced the last one meanwhile, which leaves their number as it was", async () => {
    await startJobs();
    const read = await makeRead();
    const { taskId } = read;
    await person.rpc.task.editTable.mutate({ taskId, edit: await joinColumns(read), editCount: 0 });
    const theirs = { kind: "toText" as const, table: 1, page: 2 };
    const { pool } = api.database;
    const another = await pool.connect();
    onTestFinished(() => another.release(true));
    await another.query("begin");
    await another.query("update tasks set table_edits = $2 where task_id = $1", [taskId, JSON.stringify([theirs])]);
    const refused = errorOf(person.rpc.task.undoTableEdit.mutate({ taskId, editCount: 1 }));
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await another.query("commit");
    expect(await refused).toMatchObject({ code: "CONFLICT" });
    expect((await get(taskId)).tableEdits).toEqual([theirs]);
  });

  it("are refused for a table that does not exist, and are lost when the document is read again", async () => {
    await startJobs();
    const read = await makeRead();
    const { taskId } = read;
    const edit = await joinColumns(read);
    const wrong = await errorOf(
      person.rpc.task.editTable.mutate({ taskId, edit: { ...edit, table: 9 }, editCount: 0 }),
    );
    expect(wrong).toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
      message: expect.stringMatching(/no such table/) as string,
    });
    await person.rpc.task.editTable.mutate({ taskId, edit, editCount: 0 });
    await api.database.pool.query("update tasks set status = 4, error_message = 'Again.' where task_id = $1", [taskId]);
    await person.rpc.task.retryTask.mutate({ taskId });
    await expect.poll(async () => (await get(taskId)).status).toBe(3);
    const again = await get(taskId);
    expect(again.tableEdits).toEqual([]);
    expect(namesOf(again)).toEqual(namesOf(read));
  });
});
