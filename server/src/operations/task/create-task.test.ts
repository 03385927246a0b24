import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { MAX_DOCUMENT_BYTES, type Task, taskSchema } from "@precount/domain";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Queryable } from "../../db/connect.ts";
import { insertTaskDocuments } from "../../db/tasks/write.ts";
import { tasks } from "../../db/schema/tasks.ts";
import { eq } from "../../db/drizzle.ts";
import { reconcile } from "../../storage/reconcile.ts";
import { makeProject, makeTask } from "../../testing/factories.ts";
import { type FormPart, makeForm } from "../../testing/make-form.ts";
import { sampleDocx } from "../../testing/sample-documents.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
let db: Queryable;
beforeAll(async () => {
  api = await createTestApi();
  await api.services.queue.start();
  person = await api.signIn();
  db = api.database.db;
});
afterAll(() => api.close());

const PDF = Buffer.from("%PDF-1.7\nwhatever follows");
const DOCX = sampleDocx("Delivery note", [["012345", "12"]]);
const file = (content: Uint8Array | string, name = "note.pdf"): FormPart => ["file", content, name];
const address = (slug: string, eventId: string): string => `/api/tasks/eventId/${eventId}/projectId/${slug}/create`;

async function create(url: string, parts: readonly FormPart[], headers: Record<string, string> = person.headers) {
  const form = await makeForm(parts);
  const response = await api.inject({
    method: "POST",
    url,
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  });
  const body: Task & { code?: string; message?: string } = response.json();
  return { status: response.statusCode, body };
}
const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const get = (url: string) => api.inject({ url, headers: person.headers });
const tasksOf = (projectSid: string) => db.select().from(tasks).where(eq(tasks.projectSid, projectSid));

/** Rows and files agree, and no partial file is left. */
async function expectNothingOrphaned(): Promise<void> {
  const { blobs, previews, log, config } = api.services;
  expect(await readdir(join(config.dataDir, "incoming"))).toEqual([]);
  const found = await reconcile({ db: api.services.db, blobs, previews, log, startedAt: new Date() });
  expect(found).toEqual({ abandoned: 0, unreferenced: 0, missing: [] });
}

describe("S7.14 POST tasks/eventId/{eventId}/projectId/{projectId}/create", () => {
  it("S3.16 stores file, row and job; the bytes determine the type", async () => {
    const { sid, slug } = await makeProject(db);
    const { status, body } = await create(address(slug, "spring%20count"), [file(DOCX, '../C:\\19" note.PDF')]);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { eventId: "spring count", projectId: sid, status: 1 },
    });
    expect(taskSchema.parse(body)).toEqual(body);
    expect(body.documents).toMatchObject([
      { fileName: '19" note.PDF.docx', fileType: "docx", size: DOCX.length, isOriginal: true },
    ]);
    expect(await tasksOf(sid)).toMatchObject([{ createdBy: person.user.sid, attempts: 0 }]);
    const { taskId } = body;
    expect(await api.services.queue.boss.findJobs("read-document", { data: { taskId } })).toHaveLength(1);
    const entries = await api.database.pool.query("select * from audit_entries where action = 'task.create'");
    expect(entries.rows).toMatchObject([
      { kind: "task", subject_kind: "task", subject_sid: String(taskId), project_sid: sid },
    ]);
    // The same document twice creates two tasks, because a user may want it read again.
    expect((await create(address(sid, "spring%20count"), [file(DOCX)])).status).toBe(200);
    await expectNothingOrphaned();
  });

  it.each([
    ["a slash", "a%2Fb", "Event description must not contain slashes or control characters"],
    ["a backslash", "a%5Cb", "Event description must not contain slashes or control characters"],
    ["a control character", "a%00b", "Event description must not contain slashes or control characters"],
    ["only spaces", "%20%20", "Please enter an event description"],
    ["65 characters", "x".repeat(65), "Event description must be no more than 64 characters long"],
    ["half a percent sign", "%E0%A4%A", "This address cannot be read."],
  ])("S5.10 an event id with %s is refused", async (_, eventId, message) => {
    const { slug } = await makeProject(db);
    expect(await create(address(slug, eventId), [file(PDF)])).toMatchObject({
      status: 400,
      body: { code: "BAD_REQUEST", message },
    });
  });

  const INVALID_TYPE = "Invalid document file type. Please choose a PDF or a Word document (.docx).";
  it.each([
    ["a picture", [file(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))], 400, INVALID_TYPE],
    ["a .doc called .docx", [file(Buffer.from("D0CF11E0A1B11AE1", "hex"), "a.docx")], 400, INVALID_TYPE],
    ["any other ZIP", [file(zipSync({ "a.txt": new Uint8Array(9) }), "a.docx")], 400, INVALID_TYPE],
    ["nothing in it", [file("")], 400, "The file is empty."],
    ["no file", [["note", "text"]], 400, "No file was sent."],
    ["two files", [file(PDF), file(DOCX)], 400, "Please send one file at a time."],
    [
      "too much",
      [file(Buffer.alloc(MAX_DOCUMENT_BYTES + 1, "%PDF-"))],
      413,
      "The file is larger than 50 MB. Please send a smaller one.",
    ],
  ] as const)("S5.10 S9.12 S8.09 refuses %s, and keeps nothing of it", async (_, parts, status, message) => {
    const { sid, slug } = await makeProject(db);
    // A literal of tuples.
    const answer = await create(address(slug, "count"), parts as readonly FormPart[]);
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
    expect(await tasksOf(sid)).toEqual([]);
    await expectNothingOrphaned();
  });

  it("refuses other content types, closed, unknown and hidden events, and missing rights", async () => {
    const { slug } = await makeProject(db);
    const json = await api.inject({
      method: "POST",
      url: address(slug, "count"),
      headers: { ...person.headers, "content-type": "application/json" },
      payload: "{}",
    });
    expect(json.statusCode).toBe(415);
    const refusalOf = async (given: Parameters<typeof makeProject>[1]) => {
      const { status, body } = await create(address((await makeProject(db, given)).slug, "count"), [file(PDF)]);
      return { status, message: body.message };
    };
    expect(await refusalOf({ status: "archived" })).toEqual({
      status: 412,
      message: "This event is archived: recover it first.",
    });
    expect(await refusalOf({ status: "discarded" })).toMatchObject({ status: 412 });
    const hidden = { status: 404, message: "This event does not exist, or you may not see it." };
    expect(await refusalOf({ groups: ["z".repeat(24)] })).toEqual(hidden);
    expect((await create(address("nothing", "count"), [file(PDF)])).body.message).toBe(hidden.message);
    // Without the header, another site could make a browser send the request.
    const { "x-session-id": _, ...cookieOnly } = person.headers;
    expect((await create(address(slug, "count"), [file(PDF)], cookieOnly)).status).toBe(401);
  });

  it("keeps nothing when the connection breaks", async () => {
    const { sid, slug } = await makeProject(db);
    await api.app.listen({ host: "127.0.0.1", port: 0 });
    const bound = api.app.server.address();
    const port = typeof bound === "object" ? (bound?.port ?? 0) : 0;
    const { payload, headers } = await makeForm([file(Buffer.concat([PDF, Buffer.alloc(500_000)]))]);
    const socket = connect({ host: "127.0.0.1", port });
    onTestFinished(() => void socket.destroy());
    const head = { host: "precount.test", "content-length": payload.length, ...person.headers, ...headers };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    socket.write(`POST ${address(slug, "count")} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    socket.write(payload.subarray(0, payload.length - 100_000));
    const incoming = () => readdir(join(api.services.config.dataDir, "incoming"));
    await expect.poll(async () => (await incoming()).length).toBe(1);
    socket.destroy();
    await expect.poll(incoming).toEqual([]);
    expect(await tasksOf(sid)).toEqual([]);
    await expectNothingOrphaned();
  });
});

it("deleting an event deletes its tasks' files, except those in use elsewhere", async () => {
  const admin = await api.signIn({ role: "admin" });
  const [gone, stays] = [await makeProject(db), await makeProject(db)];
  const own = sampleDocx("only here", [["1"]]);
  const first = await create(address(gone.slug, "count"), [file(own)]);
  await create(address(gone.slug, "count"), [file(DOCX)]);
  await create(address(stays.slug, "count"), [file(DOCX)]);
  await admin.rpc.project.deleteProject.mutate({ slug: gone.slug });
  const stored: string[] = [];
  for await (const sha256 of api.services.blobs.list()) stored.push(sha256);
  expect([stored.includes(hash(own)), stored.includes(hash(DOCX))]).toEqual([false, true]);
  expect(await codeOf(person.rpc.task.getTask.query({ taskId: first.body.taskId }))).toBe("NOT_FOUND");
  await expectNothingOrphaned();
});

describe("S7.16 GET tasks/{taskId}/documents/download", () => {
  const CSV = Buffer.from('"SKU","Quantity"\r\n"012345","12"\r\n');
  async function makeDocuments(fileName = 'table "1" – ä.csv') {
    const { sid: projectSid } = await makeProject(db);
    const { taskId } = await makeTask(db, { projectSid });
    const { sha256, sizeBytes } = await api.services.blobs.put(Readable.from([CSV]));
    await insertTaskDocuments(db, taskId, [{ fileName, fileType: "csv", sha256, sizeBytes, isOriginal: false }]);
    const { documents } = await person.rpc.task.getTask.query({ taskId });
    return { taskId, fileName, documentId: documents[0]?.documentId ?? 0, fileUrl: documents[0]?.fileUrl ?? "" };
  }

  it("PD-49: returns a document by id or exact name as a download with its file name, also under the alias", async () => {
    const { taskId, fileName, fileUrl } = await makeDocuments();
    const byName = `/tasks/${taskId}/documents/download?file=${encodeURIComponent(fileName)}`;
    for (const url of [fileUrl, byName, `/api${byName}`]) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload).toEqual(CSV);
      expect(answer.headers).toMatchObject({
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="table _1_ _ a_.csv"; filename*=UTF-8''table%20%221%22%20%E2%80%93%20%C3%A4.csv`,
        "content-length": String(CSV.length),
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'",
        "cache-control": "private, no-store",
      });
    }
    const entries = await api.database.pool.query("select * from audit_entries where action = 'download.document'");
    expect(entries.rows).toHaveLength(3);
    expect(entries.rows[0]).toMatchObject({ subject_kind: "task", subject_sid: String(taskId) });
  });

  it("never reads outside the task: paths, documents of other tasks and missing parameters are NOT_FOUND", async () => {
    const { taskId } = await makeDocuments("table-1.csv");
    const other = await makeDocuments("other.csv");
    const asked = [
      "../table-1.csv",
      "..%2Ftable-1.csv",
      "%2e%2e%2ftable-1.csv",
      "./table-1.csv",
      "%2e/table-1.csv",
      "/etc/passwd",
      "table-1.csv%00",
      "TABLE-1.csv",
      "table-1",
      "",
      "%",
      "0",
      "-1",
      "1e3",
      "99999999999999999999",
      String(other.documentId),
      other.fileName,
      "table-1.csv&file=table-1.csv",
    ];
    const statuses = await Promise.all(
      asked.map(async (name) => (await get(`/api/tasks/${taskId}/documents/download?file=${name}`)).statusCode),
    );
    expect(statuses).toEqual(asked.map(() => 404));
    for (const id of ["0", "x", "1.5", "99999999999", "%2e%2e"]) {
      expect((await get(`/api/tasks/${id}/documents/download?file=1`)).json()).toMatchObject({ code: "NOT_FOUND" });
    }
  });
});
