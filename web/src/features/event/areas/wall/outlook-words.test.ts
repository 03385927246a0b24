import type { FinishEstimate } from "@precount/domain";
import { expect, test } from "vitest";
import { outlookWords } from "./outlook-words.ts";

/** A Saturday, in the reader's own time, as all that is said is. */
const now = new Date(2026, 10, 21, 14, 30).getTime();
const HOUR_MS = 3_600_000;
const inHours = (hours: number): FinishEstimate => ({ kind: "at", atMs: now + hours * HOUR_MS });

test.each<[FinishEstimate, string]>([
  [{ kind: "done" }, "Done"],
  [{ kind: "not_started" }, "Not begun"],
  [{ kind: "too_early" }, "Known in a few minutes"],
  [{ kind: "idle", idleMin: 20 }, "No areas for 20 minutes"],
  [{ kind: "idle", idleMin: 119 }, "No areas for 119 minutes"],
  [{ kind: "idle", idleMin: 120 }, "No areas for 2 hours"],
  [{ kind: "idle", idleMin: 60 * 49 }, "No areas for 2 days"],
  [inHours(1.25), "About 15:45"],
  [inHours(12), "Tomorrow 02:30"],
  [inHours(72), "Tuesday 14:30"],
  [inHours(24 * 8), "In more than a week"],
])("%j: %s", (outlook, words) => {
  expect(outlookWords(outlook, now)).toBe(words);
});
