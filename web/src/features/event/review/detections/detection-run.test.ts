import type { Image, ImageDetection, JobState } from "@precount/domain";
import { expect, test } from "vitest";
import { type DetectionRun, followDetectionRun } from "./detection-run.ts";

const image = (
  state: JobState,
  detectionSids: readonly string[],
  sid = "image",
): Pick<Image, "sid" | "job" | "detections"> => ({
  sid,
  job: {
    id: "job",
    modelSid: "model",
    state,
    attempts: 1,
    maxAttempts: 5,
    error: null,
    retryAt: null,
    updatedAt: "2026-01-01T00:00:00Z",
  },
  // The rule reads nothing else of a detection.
  detections: detectionSids.map((one) => ({ sid: one, model: { sid: "model", name: "Model" } }) as ImageDetection),
});

/** Whether each state of the image, one after the other, reports a generated detection. */
function reports(...images: readonly ReturnType<typeof image>[]): boolean[] {
  let run: DetectionRun | null = null;
  return images.map((state) => {
    const next = followDetectionRun(run, state);
    run = next.run;
    return next.isGenerated;
  });
}

test("S8.12 the success message follows a run that created a detection, once", () => {
  const done = image("done", ["new"]);
  expect(reports(image("queued", []), image("running", []), done, done)).toEqual([false, false, true, false]);
});

test("S8.12 a second run is successful only if it replaced the detection", () => {
  expect(reports(image("queued", ["old"]), image("done", ["new"]))).toEqual([false, true]);
  expect(reports(image("queued", ["old"]), image("retrying", ["old"]), image("failed", ["old"]))).not.toContain(true);
  // Canceled in the queue, or the image was rejected.
  expect(reports(image("queued", ["old"]), image("done", ["old"]))).toEqual([false, false]);
});

test("S8.12 another image's finished job is no success of the former image's run", () => {
  expect(reports(image("running", []), image("done", ["other"], "next"))).toEqual([false, false]);
});
