import type { Database } from "../db/connect.ts";
import { throttledWarning } from "../lib/throttled-warning.ts";
import { sealEntries } from "./chain.ts";
import type { Log } from "../telemetry/log.ts";

const INTERVAL_MS = 1000;

/** Seals the audit log every second, entries of crashed processes too. Returns a function that seals once more and stops. */
export function startSealing(db: Database, log: Log): () => Promise<void> {
  const warn = throttledWarning(log, "the audit log could not be sealed");
  let running: Promise<unknown> | null = null;
  const seal = (): void => {
    running ??= sealEntries(db)
      .catch((error: unknown) => warn(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(seal, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    seal();
    await running;
  };
}
