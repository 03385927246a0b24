import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Queryable } from "../../db/connect.ts";
import { insertTaskDocuments } from "../../db/tasks/write.ts";
import { makeImage, makeProject, makeTask } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let user: Caller;
let db: Queryable;
beforeAll(async () => {
  api = await createTestApi();
  user = await api.signIn();
  db = api.database.db;
});
afterAll(() => api.close());

const document = (fileName: string, isOriginal = false) => ({
  fileName,
  fileType: "pdf" as const,
  sha256: "0".repeat(64),
  sizeBytes: 7,
  isOriginal,
});

describe("PD-4: pages", () => {
  it("S3.13 S7.11 lists the visible events that are not archived, in natural order, with their task counts", async () => {
    const made = [];
    for (const name of ["Count 10", "Count 9", "count 11"]) made.push(await makeProject(db, { name }));
    const [ten, nine, eleven] = made;
    await makeProject(db, { name: "Count 1", status: "archived" });
    await makeProject(db, { name: "Count 2", status: "preview" });
    await makeProject(db, { name: "Count 3", groups: ["z".repeat(24)] });
    for (const status of [1, 2, 3, 4, 4])
      await makeTask(db, { projectSid: ten?.sid ?? "", status, ...(status === 4 && { errorMessage: "No." }) });
    const pages = await user.rpc.page.fetchPages.query();
    expect(pages.map(({ projectId }) => projectId)).toEqual([nine?.sid, ten?.sid, eleven?.sid]);
    expect(pages[1]).toEqual({
      projectId: ten?.sid,
      name: "Count 10",
      slug: ten?.slug,
      status: "active",
      tasks: { total: 5, moving: 2, failed: 2 },
    });
  });
});

describe("S7.11 the tasks of a page", () => {
  it("S2.54 S3.14 S3.15 are listed newest first with their documents, in a fixed number of statements", async () => {
    const { sid, slug } = await makeProject(db);
    const tasks = [];
    for (let i = 0; i < 12; i++) tasks.push(await makeTask(db, { projectSid: sid, eventId: `delivery ${i}` }));
    const newest = tasks.at(-1)?.taskId ?? 0;
    await insertTaskDocuments(db, newest, [document("note.pdf", true), document("table-1.csv")]);
    const list = await user.rpc.task.fetchTasksByProject.query({ projectId: slug });
    expect(list).toMatchObject({ total: 12, moving: 12, page: 1 });
    const ids = tasks.map(({ taskId }) => taskId);
    expect(list.items.map(({ taskId }) => taskId)).toEqual(ids.toReversed().slice(0, 10));
    expect(list.items[0]).toMatchObject({ eventId: "delivery 11", projectId: sid, status: 1, retryAt: null });
    const [original] = list.items[0]?.documents ?? [];
    expect(original).toEqual({
      documentId: expect.any(Number),
      fileName: "note.pdf",
      fileType: "pdf",
      fileUrl: `/api/tasks/${newest}/documents/download?file=${original?.documentId}`,
      size: 7,
      isOriginal: true,
    });
    expect(list.items[0]?.documents[1]).toMatchObject({ fileName: "table-1.csv", isOriginal: false });
    const { statements } = api.database;
    const count = async (pageSize: number) => {
      statements.length = 0;
      await user.rpc.task.fetchTasksByProject.query({ projectId: sid, pageSize });
      return statements.length;
    };
    // Statements: the session, the event, the counts, the rows, their documents.
    expect([await count(1), await count(12)]).toEqual([5, 5]);
    expect(await codeOf(user.rpc.task.fetchTasksByProject.query({ projectId: "nothing" }))).toBe("NOT_FOUND");
  });

  it("PD-51: an image's screen lists the tasks whose eventId is the event's slug or sid", async () => {
    const event = await makeProject(db);
    const elsewhere = await makeProject(db);
    const hidden = await makeProject(db, { groups: ["z".repeat(24)] });
    const { sid: imageSid } = await makeImage(db, { projectSid: event.sid });
    const bySlug = await makeTask(db, { projectSid: event.sid, eventId: event.slug });
    const bySid = await makeTask(db, { projectSid: elsewhere.sid, eventId: event.sid });
    await makeTask(db, { projectSid: event.sid, eventId: "something else" });
    await makeTask(db, { projectSid: hidden.sid, eventId: event.slug });
    const tasks = await user.rpc.task.fetchTasksByImage.query({ imageSid });
    expect(tasks.map(({ taskId }) => taskId)).toEqual([bySid.taskId, bySlug.taskId]);
  });
});

async function refused(status: "active" | "discarded" | "archived", given: object): Promise<string> {
  const { sid } = await makeProject(db, { status });
  const { taskId } = await makeTask(db, { projectSid: sid, ...given });
  return (await errorOf(user.rpc.task.retryTask.mutate({ taskId }))).message;
}

describe("PD-50: Retry", () => {
  const failed = { status: 4, errorMessage: "It is empty." };
  it("restarts a task that failed or waits for a retry, with all attempts", async () => {
    const { sid, name, slug } = await makeProject(db);
    const waiting = { status: 1, attempts: 2, retryAt: new Date(Date.now() + 60_000) };
    for (const given of [failed, waiting]) {
      const { taskId } = await makeTask(db, { projectSid: sid, ...given });
      const task = await user.rpc.task.retryTask.mutate({ taskId });
      expect(task).toMatchObject({ taskId, status: 1, errorMessage: null, retryAt: null });
      expect(task.project).toEqual({ sid, name, slug, status: "active" });
      expect(await user.rpc.task.getTask.query({ taskId })).toEqual(task);
      const sent = await api.services.queue.boss.findJobs("read-document", { data: { taskId } });
      expect(sent).toHaveLength(1);
      // A second call finds the task in progress.
      expect(await errorOf(user.rpc.task.retryTask.mutate({ taskId }))).toEqual({
        code: "PRECONDITION_FAILED",
        message: "This task is in progress: it can be retried after it has failed.",
      });
    }
  });

  it("is refused for a processed task and in an archived or discarded event", async () => {
    expect(await refused("active", { status: 3 })).toBe("This task is processed: there is nothing to retry.");
    expect(await refused("discarded", failed)).toBe("This event is discarded: reopen it first.");
    expect(await refused("archived", failed)).toBe("This event is archived: recover it first.");
  });
});
