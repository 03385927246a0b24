import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  EMPTY_QUEUE,
  MAX_SENDING,
  type UploadEvent,
  type UploadQueue,
  reduceUploads,
  summarizeUploads,
  toStart,
} from "./upload-queue.ts";

const dropped = (count: number): UploadEvent => ({
  type: "add",
  files: Array.from({ length: count }, (_, n) => ({ name: `${n}.jpg`, sizeBytes: 100, error: null })),
});
const run = (...events: UploadEvent[]): UploadQueue => events.reduce(reduceUploads, EMPTY_QUEUE);
const statuses = (queue: UploadQueue): string[] => queue.uploads.map((upload) => upload.status);

describe("upload queue", () => {
  it("sends three at once, in the order they were dropped", () => {
    const queue = run(dropped(5));
    expect(toStart(queue).map((upload) => upload.id)).toEqual([1, 2, 3]);
    const started = run(dropped(5), { type: "start", id: 1 }, { type: "start", id: 2 });
    expect(toStart(started).map((upload) => upload.id)).toEqual([3]);
  });

  it("does not send what is refused before it leaves", () => {
    const queue = run({ type: "add", files: [{ name: "huge.jpg", sizeBytes: 1e9, error: "too large" }] });
    expect(statuses(queue)).toEqual(["failed"]);
    expect(toStart(queue)).toEqual([]);
  });

  it("tries a failed one again from its beginning", () => {
    const failed = run(
      dropped(1),
      { type: "start", id: 1 },
      { type: "progress", id: 1, sentBytes: 60 },
      { type: "fail", id: 1, error: "cut" },
    );
    expect(failed.uploads[0]).toMatchObject({ status: "failed", error: "cut" });
    expect(reduceUploads(failed, { type: "retry", id: 1 }).uploads[0]).toMatchObject({
      status: "waiting",
      sentBytes: 0,
      error: null,
    });
  });

  it("ignores an answer that comes after Cancel", () => {
    const queue = run(
      dropped(1),
      { type: "start", id: 1 },
      { type: "cancel", id: 1 },
      { type: "succeed", id: 1, isDuplicate: false },
    );
    expect(statuses(queue)).toEqual(["cancelled"]);
  });

  it("cancels what is open and leaves what is done", () => {
    const queue = run(
      dropped(3),
      { type: "start", id: 1 },
      { type: "succeed", id: 1, isDuplicate: true },
      { type: "start", id: 2 },
      { type: "cancelAll" },
    );
    expect(statuses(queue)).toEqual(["done", "cancelled", "cancelled"]);
    expect(queue.uploads[0]?.isDuplicate).toBe(true);
  });

  it("says 100 % only when nothing is open", () => {
    const sent = run(dropped(1), { type: "start", id: 1 }, { type: "progress", id: 1, sentBytes: 100 });
    expect(summarizeUploads(sent)).toMatchObject({ percent: 99, open: 1 });
    expect(summarizeUploads(reduceUploads(sent, { type: "succeed", id: 1, isDuplicate: false }))).toMatchObject({
      percent: 100,
      open: 0,
      done: 1,
    });
  });

  it("never sends more than three at once and loses no file, whatever happens", () => {
    const id = fc.integer({ min: 1, max: 12 });
    const event: fc.Arbitrary<UploadEvent> = fc.oneof(
      fc.record({ type: fc.constantFrom("cancel" as const, "retry" as const), id }),
      fc.record({ type: fc.constant("progress" as const), id, sentBytes: fc.nat(200) }),
      fc.record({ type: fc.constant("succeed" as const), id, isDuplicate: fc.boolean() }),
      fc.record({ type: fc.constant("fail" as const), id, error: fc.constant("no") }),
      fc.constant<UploadEvent>({ type: "retryFailed" }),
      fc.constant<UploadEvent>({ type: "cancelAll" }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let queue = run(dropped(12));
        for (const next of events) {
          for (const { id: startable } of toStart(queue))
            queue = reduceUploads(queue, { type: "start", id: startable });
          queue = reduceUploads(queue, next);
          expect(queue.uploads.filter((upload) => upload.status === "sending").length).toBeLessThanOrEqual(MAX_SENDING);
        }
        expect(queue.uploads).toHaveLength(12);
      }),
    );
  });
});
