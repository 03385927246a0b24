import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../db/connect.ts";
import { repairFutureQueueTimes } from "../db/jobs/queue-state.ts";
import { throttledWarning } from "../lib/throttled-warning.ts";

const EVERY_MS = 10_000;

/** Keeps the queue going when the machine's clock is set back. Returns what ends it. */
export function startQueueClock(db: Database, log: FastifyBaseLogger): () => Promise<void> {
  const warn = throttledWarning(log, "the queue's times could not be looked at");
  let running: Promise<void> = Promise.resolve();
  const look = (): void => {
    running = lookOnce();
  };
  async function lookOnce(): Promise<void> {
    try {
      const jobs = await repairFutureQueueTimes(db);
      if (jobs > 0) log.warn({ jobs }, "the clock was set back: jobs of its future are taken up now");
    } catch (error) {
      warn(error instanceof Error ? error : new Error(String(error)));
    }
  }
  look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
