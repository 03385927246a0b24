import type { EventQueue } from "@precount/domain";
import { expect, it } from "vitest";
import { summarizeQueue, describeQueue } from "./describe-queue.ts";

const idle: EventQueue = {
  queued: 0,
  running: 0,
  retrying: 0,
  failed: 0,
  done: 0,
  leftMs: null,
  ahead: 0,
  failedImages: 9,
};

const LEFT = "about 4 min left";

it.each<[Partial<EventQueue>, string | null, string]>([
  [{ queued: 8 }, null, "0 of 8 done · 8 queued · waiting for a worker"],
  [{ queued: 2, ahead: 178 }, null, "0 of 2 done · 2 queued · after 178 photos of other events"],
  [{ queued: 7, running: 1 }, null, "0 of 8 done · 1 detecting · 7 queued · the first one takes longest"],
  [{ queued: 6, running: 1, done: 1 }, null, "1 of 8 done · 1 detecting · 6 queued"],
  [{ queued: 15, running: 1, done: 34 }, LEFT, "34 of 50 done · 1 detecting · 15 queued · about 4 min left"],
  [{ running: 1, retrying: 1, failed: 2, done: 6 }, null, "8 of 10 done · 1 detecting · 1 to retry · 2 failed"],
  [{ retrying: 2 }, null, "0 of 2 done · 2 to retry"],
])("describes the queue %o", (queue, left, text) => {
  expect(describeQueue({ ...idle, ...queue }, left)).toBe(text);
});

it("summarizes the queue", () => {
  expect(summarizeQueue({ ...idle, queued: 15, running: 1, done: 34 }, LEFT)).toBe("34 of 50 done · about 4 min left");
  expect(summarizeQueue({ ...idle, queued: 15 }, null)).toBe("0 of 15 done");
});
