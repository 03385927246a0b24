import { expect, test } from "vitest";
import { isTaskListMoving, taskTransitions } from "./rules.ts";
import {
  TASK_STATUSES,
  TASK_STATUS_TITLES,
  eventIdSchema,
  taskDocumentTypeSchema,
  taskIdSchema,
  taskStatusSchema,
} from "./task.ts";

test("S4.22 the numbers and what they are called", () => {
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
] as const)("S4.22 S9.02 statuses %j: the list asks again: %s", (statuses, moving) => {
  expect(isTaskListMoving(statuses.map((status) => ({ status })))).toBe(moving);
});

test("S5.10 S9.12 documents are PDF or docx", () => {
  expect(taskDocumentTypeSchema.options).toEqual(["pdf", "docx"]);
  const refused = taskDocumentTypeSchema.safeParse("doc");
  expect(refused.error?.issues.map((issue) => issue.message)).toEqual(["Invalid document file type"]);
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
])("S5.10 event id %j: %s", (id, ok) => {
  expect(eventIdSchema.safeParse(id).success).toBe(ok);
});

test("decision 3: task ids are increasing whole numbers", () => {
  expect([1, 0, -1, 1.5, "1"].filter((id) => taskIdSchema.safeParse(id).success)).toEqual([1]);
});
