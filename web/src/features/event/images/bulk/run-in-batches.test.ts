import type { BulkResponse } from "@precount/domain";
import { expect, it } from "vitest";
import { runInBatches } from "./run-in-batches.ts";

const statusDate = "2026-11-21T05:40:00.000Z";
const allDone = (batch: string[]): Promise<BulkResponse> =>
  Promise.resolve({ done: batch.map((sid) => ({ sid, name: sid, statusDate })), refused: [], endedJobs: 1 });
const items = Array.from({ length: 450 }, (_, at) => `image ${at}`);

it("sends all items in batches and reports the progress", async () => {
  const sizes: number[] = [];
  const progress: number[] = [];
  const outcome = await runInBatches(
    items,
    (batch) => {
      sizes.push(batch.length);
      return allDone(batch);
    },
    (count) => progress.push(count),
  );
  expect(sizes).toEqual([200, 200, 50]);
  expect(progress).toEqual([200, 400, 450]);
  expect(outcome.done.map(({ sid }) => sid)).toEqual(items);
  expect(outcome).toMatchObject({ refused: [], endedJobs: 3, unanswered: 0, error: null });
});

it("an error after the first batch keeps the done items and counts the unanswered ones", async () => {
  const lost = new Error("connection lost");
  const send = (batch: string[]) => (batch[0] === "image 200" ? Promise.reject(lost) : allDone(batch));
  const outcome = await runInBatches(items, send, () => undefined);
  expect(outcome.done).toHaveLength(200);
  expect(outcome).toMatchObject({ unanswered: 250, error: lost });
});

it("an error in the first batch is thrown", async () => {
  await expect(
    runInBatches(
      items,
      () => Promise.reject(new Error("no")),
      () => undefined,
    ),
  ).rejects.toThrow("no");
});
