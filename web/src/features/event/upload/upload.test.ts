import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_PHOTO_BYTES } from "@precount/domain";
import {
  type Upload,
  type UploadEvent,
  endOfBatch,
  reduceUpload,
  sharedError,
  startOfBatch,
  summarizeUploads,
} from "./upload.ts";

const UPLOAD: Upload = {
  id: "1",
  slug: "spring",
  name: "1.jpg",
  sizeBytes: 100,
  status: "waiting",
  sentBytes: 0,
  error: null,
  duplicate: null,
};
const run = (...events: UploadEvent[]): Upload => events.reduce(reduceUpload, UPLOAD);

const failed = (error: string): Upload => ({ ...UPLOAD, status: "failed", error });

describe("an upload", () => {
  it("starts again from its beginning after a failure", () => {
    const cut = run({ type: "start" }, { type: "progress", sentBytes: 60 }, { type: "fail", error: "cut" });
    expect(cut).toMatchObject({ status: "failed", error: "cut" });
    expect(reduceUpload(cut, { type: "retry" })).toEqual(UPLOAD);
  });

  it("does not start again if the file is too large", () => {
    const large = { ...failed("too large"), sizeBytes: MAX_PHOTO_BYTES + 1 };
    expect(reduceUpload(large, { type: "retry" })).toBe(large);
    const possible = { ...large, sizeBytes: MAX_PHOTO_BYTES };
    expect(reduceUpload(possible, { type: "retry" })).toMatchObject({ status: "waiting", error: null });
  });

  it("ignores an answer that comes after Cancel", () => {
    expect(run({ type: "start" }, { type: "cancel" }, { type: "succeed", duplicate: null }).status).toBe("cancelled");
  });

  it("stays done after any event", () => {
    const done = run({ type: "start" }, { type: "succeed", duplicate: "already in this event" });
    expect(done).toMatchObject({ status: "done", duplicate: "already in this event", sentBytes: 100 });
    const event: fc.Arbitrary<UploadEvent> = fc.oneof(
      fc.record({ type: fc.constantFrom("start" as const, "cancel" as const, "retry" as const) }),
      fc.record({ type: fc.constant("progress" as const), sentBytes: fc.nat(200) }),
      fc.record({ type: fc.constant("succeed" as const), duplicate: fc.option(fc.constant("already in this event")) }),
      fc.record({ type: fc.constant("fail" as const), error: fc.constant("no") }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        expect(events.reduce(reduceUpload, done)).toEqual(done);
        const { sentBytes, sizeBytes } = events.reduce(reduceUpload, UPLOAD);
        expect(sentBytes).toBeLessThanOrEqual(sizeBytes);
      }),
    );
  });
});

describe("the summary of uploads", () => {
  it("says 100 % only when nothing is open", () => {
    const sent = run({ type: "start" }, { type: "progress", sentBytes: 100 });
    expect(summarizeUploads([sent])).toMatchObject({ percent: 99, open: 1 });
    const done = reduceUpload(sent, { type: "succeed", duplicate: null });
    expect(summarizeUploads([done])).toMatchObject({ percent: 100, open: 0, done: 1 });
  });

  it("counts a failed upload as sent and leaves out a cancelled one", () => {
    const failed = run({ type: "start" }, { type: "fail", error: "cut" });
    expect(summarizeUploads([failed, UPLOAD, run({ type: "cancel" })])).toMatchObject({
      total: 2,
      failed: 1,
      open: 1,
      percent: 50,
    });
  });
});

/** What each batch ends with, after these counts one after the other: done, failed and open. */
function batchesOf(...counts: readonly (readonly [done: number, failed: number, open: number])[]) {
  let start = { done: 0, failed: 0, open: 0 };
  return counts.flatMap(([done, failed, open]) => {
    const now = { done, failed, open };
    const end = endOfBatch(start, now);
    start = startOfBatch(start, now);
    return end ?? [];
  });
}

describe("a batch of uploads", () => {
  it("counts its own files, not those of batches before it", () => {
    expect(batchesOf([0, 0, 3], [1, 0, 2], [2, 1, 0], [2, 1, 1], [3, 1, 0])).toEqual([
      { done: 2, failed: 1 },
      { done: 1, failed: 0 },
    ]);
  });

  it("counts files that fail at once, and one that fails again", () => {
    // One of three chosen files is too large; another one fails, and fails again after Retry.
    expect(batchesOf([0, 1, 2], [1, 2, 0], [1, 1, 1], [1, 2, 0])).toEqual([
      { done: 1, failed: 2 },
      { done: 0, failed: 1 },
    ]);
  });

  it("does not end if nothing is sent, or finished ones are removed", () => {
    expect(batchesOf([0, 1, 0], [2, 1, 0], [0, 0, 0])).toEqual([]);
  });
});

describe("the reason of failed uploads", () => {
  it("is given if all share it; those canceled later do not count", () => {
    const canceled: Upload = { ...failed("The connection was lost."), status: "cancelled" };
    expect(sharedError([failed("Too large."), UPLOAD, failed("Too large."), canceled])).toBe("Too large.");
    expect(sharedError([failed("Too large."), failed("Not a photo.")])).toBeNull();
    expect(sharedError([UPLOAD, canceled])).toBeNull();
  });
});
