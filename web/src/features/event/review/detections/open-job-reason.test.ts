import type { JobState } from "@precount/domain";
import { expect, it } from "vitest";
import { openJobReason } from "./open-job-reason.ts";

it.each<[JobState[], number, string | null]>([
  [[], 0, null],
  [["done", "failed", "retrying"], 0, null],
  [["queued", "failed"], 0, "A detection of this photo is queued and waits for a worker."],
  [["queued"], 1, "A detection of this photo is queued."],
  [["queued", "running"], 1, "A model is reading this photo."],
])("S2.41 with jobs %o and %i running in the event: %s", (states, running, reason) => {
  expect(
    openJobReason(
      states.map((state) => ({ state })),
      { running },
    ),
  ).toBe(reason);
});
