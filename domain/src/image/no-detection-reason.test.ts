import { expect, test } from "vitest";
import { noDetectionReason } from "./no-detection-reason.ts";

const job = (state: "queued" | "running" | "retrying" | "failed" | "done", attempts = 1) => ({ state, attempts });

test.each([
  ["is read now", [job("running"), job("failed")], "pending", "A model is reading this photo."],
  ["is queued", [job("queued", 0)], "uploaded", "This photo is in the queue. "],
  ["failed once and is repeated", [job("retrying")], "uploaded", "It is repeated automatically."],
  ["could not be read", [job("failed", 3), job("done")], "uploaded", "No model could read this photo."],
  ["was canceled", [job("done", 0)], "uploaded", "canceled before it began"],
  ["lost its detections", [job("done")], "processed", "were deleted"],
  ["is rejected", [job("done", 0)], "rejected", "This photo is rejected"],
  ["never had a job", [], "uploaded", "No model was available"],
] as const)("names the reason of an image that %s", (_, jobs, status, text) => {
  expect(noDetectionReason({ status, jobs, queue: { running: 1, ahead: 0 } })).toContain(text);
});

test("names the missing worker of a queued image", () => {
  const facts = { status: "uploaded", jobs: [job("queued", 0)] } as const;
  expect(noDetectionReason({ ...facts, queue: { running: 0, ahead: 0 } })).toContain("waits for a worker");
  expect(noDetectionReason({ ...facts, queue: undefined })).not.toContain("waits for a worker");
});

test.each([
  [1, "in the queue, after 1 photo of another event."],
  [178, "in the queue, after 178 photos of other events."],
])("says that %i photos of other events come first", (ahead, text) => {
  const facts = { status: "uploaded", jobs: [job("queued", 0)] } as const;
  expect(noDetectionReason({ ...facts, queue: { running: 0, ahead } })).toContain(text);
});
