import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findSilentWrites } from "../testing/find-silent-writes.ts";

/** Writes in a transaction of their caller, which records the change; and why nothing else records them. */
const RECORDED_BY_CALLERS = [
  // The log of deliveries, which screens ask for. A destination that is disabled is recorded.
  "destination/queue-deliveries.ts queueDeliveries",
  "destination/queue-deliveries.ts startQueueingDeliveries",
  // Keypoints and copies of stickers, which no screen shows. The pairs that follow from them are published.
  "area/read-codes.ts readCodes",
  "area/read-codes.ts storeSearch",
  // Part of starting a blind count, and of creating the demo event.
  "blind-count/start-blind-count.ts insertNewBlindCount",
  // The sample follows from published changes and the stored seed, and screens ask for it after each change.
  "blind-count/draw-sample.ts drawSample",
  "blind-count/extend-population.ts extendPopulation",
  // Crops, which a screen asks for when it shows them.
  "crop/make-crops.ts makeCrops",
  "duplicate/find-duplicates.ts findDuplicates",
  "duplicate/refresh-stickers.ts refreshStickers",
  // A file that is deleted when the call ends; no screen shows it.
  "experiment/with-temporary-blob.ts withTemporaryBlob",
  // Part of a change of the image's detections.
  "image-detection/change-detection.ts rederive",
  "image/refresh-status.ts refreshImageStatus",
  // Part of the change of an image, or of a job that publishes the rows.
  "item/apply-item-list.ts applyItemList",
  // Examples and training runs, which belong to no screen of an event. The calls of people about them are recorded.
  "learning/collect-examples.ts collectExamples",
  "learning/learning-attempt.ts startAttempt",
  "learning/remove-dropped-files.ts removeDroppedFiles",
  "learning/settle-learning-failure.ts failLostLearning",
  "learning/settle-learning-failure.ts settleLearningFailure",
  "learning/start-run.ts startLearningIfDue",
  "learning/watch-learning.ts watchLearning",
  // Part of promoting a model.
  "learning/promote.ts promote",
  // The state of files on the worker's disk.
  "learning/register-learned-models.ts registerLearnedModels",
  "learning/model-folder.ts storeModelFiles",
  "learning/usable-model.ts checkLearnedModel",
  "learning/usable-model.ts replaceUnusableModel",
  // Findings follow from published changes, and screens ask for them after each change.
  "radar/count-images.ts countImages",
  "radar/link-stickers.ts linkStickers",
  "radar/refresh-radar.ts refreshRadar",
  // The position of the last entry that another system has. An entry about sending entries would be sent again and again.
  "audit/send-entries.ts sendEntries",
  "audit/send-entries.ts startSendingEntries",
  // Parts of creating an event, and of the calls that change them later.
  "area/ranges.ts addAreas",
  "item/choose-item-list.ts assignItemList",
  "project/apply-options.ts applyOptions",
  "variance/previous-event.ts assignPreviousEvent",
  // Part of completing the event.
  "report/write-report-rows.ts writeReportRows",
  "seal/seal-report.ts sealReport",
];

const SERVER = join(import.meta.dirname, "..");

async function readSources(folder: string): Promise<[path: string, source: string][]> {
  const names = await readdir(join(SERVER, folder), { recursive: true });
  const paths = names.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  return Promise.all(
    paths.map(async (name): Promise<[string, string]> => [
      `${folder}/${name}`,
      await readFile(join(SERVER, folder, name), "utf8"),
    ]),
  );
}

it("every operation that writes to the database publishes the change or writes an audit entry", async () => {
  const found = findSilentWrites(new Map([...(await readSources("operations")), ...(await readSources("db"))]));
  expect(found.toSorted()).toEqual(RECORDED_BY_CALLERS.toSorted());
});

const DB = `
export const peek = (db) => db.select().from(tasks);
export async function harmlessName(db) { await db.update(tasks).set({ name: null }).where(isOld); }
export const summarizeAll = (db) => db.execute(sql\`insert into totals select 1\`);
export const readAgain = (db) => local(db);
const local = (db) => { hash.update(bytes).digest(); seen.delete(key); return imported(db); };
`;

it.each([
  ["finds a statement of the query builder", "return db.delete(tasks).where(isOld);", ["task/change.ts change"]],
  ["finds a write under any name", "return harmlessName(tx);", ["task/change.ts change"]],
  ["finds SQL that writes", "return summarizeAll(tx);", ["task/change.ts change"]],
  ["finds a write in a function of the module", "return helper(tx);", ["task/change.ts change"]],
  ["accepts a write that is published", "await harmlessName(tx); await publishChange(tx, change);", []],
  ["accepts a read, a hash and a map", "return [peek(tx), readAgain(tx)];", []],
])("%s", (_title, body, expected) => {
  const operation = [
    'import { harmlessName, peek, readAgain, summarizeAll } from "../../db/tasks/rows.ts";',
    `export async function change(tx) { ${body} }`,
    "const helper = (tx) => harmlessName(tx);",
  ].join("\n");
  const sources = new Map([
    ["operations/task/change.ts", operation],
    ["db/tasks/rows.ts", DB],
  ]);
  expect(findSilentWrites(sources)).toEqual(expected);
});
