import type { JobState } from "@precount/domain";
import { expect, it } from "vitest";
import { openJobReason } from "./open-job-reason.ts";

it.each<[JobState[], number, number, string | null]>([
  [[], 0, 0, null],
  [["done", "failed", "retrying"], 0, 0, null],
  [["queued", "failed"], 0, 0, "A detection of this photo is queued and waits for a worker."],
  [["queued"], 0, 178, "A detection of this photo is queued."],
  [["queued"], 1, 0, "A detection of this photo is queued."],
  [["queued", "running"], 1, 0, "A model is reading this photo."],
])("S2.41 with jobs %o and %i running in the event, %i ahead of it: %s", (states, running, ahead, reason) => {
  expect(
    openJobReason(
      states.map((state) => ({ state })),
      { running, ahead },
    ),
  ).toBe(reason);
});
