import { expect, test } from "vitest";
import type { ProjectStatus } from "../project/project.ts";
import { hasUnfinishedTask, taskCan, taskTransitions } from "./rules.ts";
import {
  TASK_STATUSES,
  TASK_STATUS_TITLES,
  eventIdSchema,
  originalNameOf,
  taskDocumentTypeSchema,
  taskIdSchema,
  taskStatusSchema,
} from "./task.ts";

test("S4.22 status numbers and titles", () => {
  expect(TASK_STATUS_TITLES).toEqual({
    1: "Created",
    2: "Processing",
    3: "Processed successfully",
    4: "Processed with errors",
  });
  expect(Object.values(TASK_STATUSES)).toEqual([1, 2, 3, 4]);
  expect([0, 1, 2, 3, 4, 5, "1"].filter((status) => taskStatusSchema.safeParse(status).success)).toEqual([1, 2, 3, 4]);
  for (const { from, to } of Object.values(taskTransitions)) {
    for (const name of [...from, to]) expect(Object.keys(TASK_STATUSES)).toContain(name);
  }
});

test.each([
  [[], false],
  [[1], true],
  [[3, 2], true],
  [[3, 4], false],
] as const)("S4.22 S9.02 statuses %j: the list is polled: %s", (statuses, moving) => {
  expect(hasUnfinishedTask(statuses.map((status) => ({ status })))).toBe(moving);
});

const event = (status: ProjectStatus) => ({ status, isArchived: status === "archived" });
test.each([
  ["preview", true],
  ["active", true],
  ["completed", true],
  ["discarded", false],
  ["archived", false],
] as const)("a task may be created in an event that is %s: %s", (status, ok) => {
  expect(taskCan.create(event(status), { role: "user" }).ok).toBe(ok);
});

test.each([
  [1, null, false],
  [1, "2026-11-21T05:40:00.000Z", true],
  [2, null, false],
  [3, null, false],
  [4, null, true],
] as const)("PD-50: a task with status %i and the next attempt at %s may be retried: %s", (status, retryAt, ok) => {
  expect(taskCan.retry({ status, retryAt }, event("completed"), { role: "user" }).ok).toBe(ok);
  expect(taskCan.retry({ status, retryAt }, event("archived"), { role: "user" }).ok).toBe(false);
});

const taskPage = (hasWords: boolean) => ({ number: 1, pictureUrl: "", width: 1, height: 1, hasWords });
test.each([
  [3, [taskPage(true)], null],
  [4, [taskPage(false), taskPage(true)], null],
  [2, [taskPage(true)], "This task is in progress: its tables can be edited after it has ended."],
  [3, [], "The tables of a Word document cannot be edited here: edit the document."],
  [3, [taskPage(false)], "This document was read by an earlier version. Add it again to edit its tables."],
] as const)("PD-111: tables of a task with status %i and pages %j may be edited unless %s", (status, pages, reason) => {
  const outcome = taskCan.editTables({ status, pages: [...pages] }, event("active"), { role: "user" });
  expect(outcome.ok ? null : outcome.reason).toBe(reason);
  expect(taskCan.editTables({ status, pages: [...pages] }, event("archived"), { role: "user" }).ok).toBe(false);
});

test("S5.10 S9.12 PD-86 documents are PDF or docx, and the message for others says so", () => {
  expect(taskDocumentTypeSchema.options).toEqual(["pdf", "docx"]);
  const refused = taskDocumentTypeSchema.safeParse("doc");
  expect(refused.error?.issues.map((issue) => issue.message)).toEqual([
    "Invalid document file type. Please choose a PDF or a Word document (.docx).",
  ]);
});

test.each([
  ["spring-count", true],
  [" 7 ", true],
  ["x".repeat(64), true],
  ["", false],
  ["  ", false],
  ["x".repeat(65), false],
  ["a/b", false],
  ["a\\b", false],
  ["a\u0000b", false],
  [".", false],
  [" .. ", false],
  ["...", true],
  [".a", true],
])("S5.10 event id %j: %s", (id, ok) => {
  expect(eventIdSchema.safeParse(id).success).toBe(ok);
});

test("PD-3: task ids are positive integers", () => {
  expect([1, 0, -1, 1.5, "1"].filter((id) => taskIdSchema.safeParse(id).success)).toEqual([1]);
});

const taskDocument = (fileName: string, isOriginal: boolean) =>
  ({ documentId: 1, fileName, fileType: "pdf", fileUrl: "", size: 1, isOriginal }) as const;
test("a task is named after its uploaded document", () => {
  const documents = [taskDocument("text.md", false), taskDocument("delivery note.pdf", true)];
  expect(originalNameOf({ documents })).toBe("delivery note.pdf");
  expect(originalNameOf({ documents: documents.slice(0, 1) })).toBeNull();
});
