import type { EventQueue } from "@precount/domain";
import { expect, it } from "vitest";
import { queueInShort, queueInWords } from "./queue-words.ts";

const idle: EventQueue = { queued: 0, running: 0, retrying: 0, failed: 0, done: 0, leftMs: null, failedImages: 9 };

it.each<[Partial<EventQueue>, string]>([
  [{ queued: 8 }, "0 of 8 done · 8 queued"],
  [{ queued: 15, running: 1, done: 34, leftMs: 240_000 }, "34 of 50 done · 1 detecting · 15 queued · about 4 min left"],
  [{ running: 1, retrying: 1, failed: 2, done: 6 }, "8 of 10 done · 1 detecting · 1 to try again · 2 failed"],
  [{ retrying: 2 }, "0 of 2 done · 2 to try again"],
])("what the queue is at: %o", (queue, words) => {
  expect(queueInWords({ ...idle, ...queue })).toBe(words);
});

it("in short, where there is little room", () => {
  expect(queueInShort({ ...idle, queued: 15, running: 1, done: 34, leftMs: 240_000 })).toBe(
    "34 of 50 done · about 4 min left",
  );
  expect(queueInShort({ ...idle, queued: 15 })).toBe("0 of 15 done");
});
