import type { Database } from "../db/connect.ts";
import { throttledWarning } from "../lib/throttled-warning.ts";
import { sealEntries } from "./chain.ts";
import type { Log } from "../telemetry/log.ts";

/** Also what a process wrote that ended before it could seal. */
const EVERY_MS = 1000;

/** Seals the audit log every second as long as this process runs, and once more at the end. Returns what ends it. */
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
  const timer = setInterval(seal, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    seal();
    await running;
  };
}
