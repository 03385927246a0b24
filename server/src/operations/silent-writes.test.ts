import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findSilentWrites } from "../testing/find-silent-writes.ts";

/** Writes in a transaction of their caller, which records the change; and why nothing else records them. */
const RECORDED_BY_CALLERS = [
  // A file that is deleted when the call ends; no screen shows it.
  "experiment/with-temporary-blob.ts withTemporaryBlob",
  // Part of a change of the image's detections.
  "image-detection/change-detection.ts rederive",
  "image/refresh-status.ts refreshImageStatus",
  // Part of the change of an image, or of a job that publishes the rows.
  "item/apply-item-list.ts applyItemList",
  // Part of completing the event.
  "report/write-report-rows.ts writeReportRows",
];

it("every operation that writes to the database publishes the change or writes an audit entry", async () => {
  const files = (await readdir(import.meta.dirname, { recursive: true })).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const found: string[] = [];
  for (const file of files) {
    const source = await readFile(join(import.meta.dirname, file), "utf8");
    found.push(...findSilentWrites(source).map((name) => `${file} ${name}`));
  }
  expect(found.toSorted()).toEqual(RECORDED_BY_CALLERS.toSorted());
});

it.each([
  ["finds a write", "return updateTask(tx, 1);", ["change"]],
  ["finds a write in a function of the module", "return helper(tx);", ["change"]],
  ["accepts a write that is published", "await updateTask(tx, 1); await publishChange(tx, change);", []],
  ["accepts a read", "return findTask(tx);", []],
])("%s", (_title, body, expected) => {
  const source = [
    'import { findTask, updateTask } from "../../db/tasks/write.ts";',
    `export async function change(tx) { ${body} }`,
    "const helper = (tx) => updateTask(tx, 2);",
  ].join("\n");
  expect(findSilentWrites(source)).toEqual(expected);
});
