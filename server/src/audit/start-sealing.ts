import type { Database } from "../db/connect.ts";
import { repeat } from "../lib/repeat.ts";
import { throttledWarning } from "../lib/throttled-warning.ts";
import { sealEntries } from "./chain.ts";
import type { Log } from "../telemetry/log.ts";

const INTERVAL_MS = 1000;

/** Seals the audit log every second, entries of crashed processes too. Returns a function that seals once more and stops. */
export function startSealing(db: Database, log: Log): () => Promise<void> {
  const warn = throttledWarning(log, "the audit log could not be sealed");
  const sealing = repeat(INTERVAL_MS, () => sealEntries(db), warn);
  return async () => {
    await sealing.stop();
    sealing.run();
    await sealing.stop();
  };
}
