import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Upload, type UploadEvent, reduceUpload, summarizeUploads } from "./upload.ts";

const UPLOAD: Upload = {
  id: "1",
  slug: "spring",
  name: "1.jpg",
  sizeBytes: 100,
  status: "waiting",
  sentBytes: 0,
  error: null,
  isDuplicate: false,
};
const run = (...events: UploadEvent[]): Upload => events.reduce(reduceUpload, UPLOAD);

describe("an upload", () => {
  it("starts again from its beginning after a failure", () => {
    const failed = run({ type: "start" }, { type: "progress", sentBytes: 60 }, { type: "fail", error: "cut" });
    expect(failed).toMatchObject({ status: "failed", error: "cut" });
    expect(reduceUpload(failed, { type: "retry" })).toEqual(UPLOAD);
  });

  it("ignores an answer that comes after Cancel", () => {
    expect(run({ type: "start" }, { type: "cancel" }, { type: "succeed", isDuplicate: false }).status).toBe(
      "cancelled",
    );
  });

  it("stays done after any event", () => {
    const done = run({ type: "start" }, { type: "succeed", isDuplicate: true });
    expect(done).toMatchObject({ status: "done", isDuplicate: true, sentBytes: 100 });
    const event: fc.Arbitrary<UploadEvent> = fc.oneof(
      fc.record({ type: fc.constantFrom("start" as const, "cancel" as const, "retry" as const) }),
      fc.record({ type: fc.constant("progress" as const), sentBytes: fc.nat(200) }),
      fc.record({ type: fc.constant("succeed" as const), isDuplicate: fc.boolean() }),
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
    const done = reduceUpload(sent, { type: "succeed", isDuplicate: false });
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
