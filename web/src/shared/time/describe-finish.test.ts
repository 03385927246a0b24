import type { FinishEstimate } from "@precount/domain";
import { expect, test } from "vitest";
import { describeFinish } from "./describe-finish.ts";

/** A Saturday, in local time as the texts. */
const now = new Date(2026, 10, 21, 14, 30).getTime();
const HOUR_MS = 3_600_000;
const inHours = (hours: number): FinishEstimate => ({ kind: "at", atMs: now + hours * HOUR_MS });

test.each<[FinishEstimate, string]>([
  [{ kind: "done" }, "Done"],
  [{ kind: "not_started" }, "Not started"],
  [{ kind: "too_early" }, "Known in a few minutes"],
  [{ kind: "idle", idleMin: 20 }, "No progress for 20 minutes"],
  [{ kind: "idle", idleMin: 119 }, "No progress for 119 minutes"],
  [{ kind: "idle", idleMin: 120 }, "No progress for 2 hours"],
  [{ kind: "idle", idleMin: 60 * 49 }, "No progress for 2 days"],
  [inHours(1.25), "About 15:45"],
  [inHours(12), "Tomorrow 02:30"],
  [inHours(72), "Tuesday 14:30"],
  [inHours(24 * 8), "In more than a week"],
])("%j: %s", (estimate, text) => {
  expect(describeFinish(estimate, now)).toBe(text);
});
