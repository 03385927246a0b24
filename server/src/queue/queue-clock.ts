import type { Database } from "../db/connect.ts";
import { repairFutureQueueTimes } from "../db/jobs/queue-state.ts";
import { repeat } from "../lib/repeat.ts";
import { throttledWarning } from "../lib/throttled-warning.ts";
import type { Log } from "../telemetry/log.ts";

const INTERVAL_MS = 10_000;

/** Keeps the queue running after the machine's clock was set back. Returns a function that stops it. */
export function startQueueClock(db: Database, log: Log): () => Promise<void> {
  const warn = throttledWarning(log, "the queue's times could not be checked");
  async function repair(): Promise<void> {
    const jobs = await repairFutureQueueTimes(db);
    if (jobs > 0) log.warn({ jobs }, "the clock was set back: jobs with future times run now");
  }
  const repairing = repeat(INTERVAL_MS, repair, warn);
  repairing.run();
  return repairing.stop;
}
