import { hostname } from "node:os";
import { HEARTBEAT_MS, type ProcessRole } from "@precount/domain";
import type { FastifyBaseLogger } from "fastify";
import packageJson from "../../package.json" with { type: "json" };
import type { Database } from "../db/connect.ts";
import { recordHeartbeat, recordProcessEnd } from "../db/processes.ts";
import { throttledWarning } from "../lib/throttled-warning.ts";
import { newSid } from "../lib/ids.ts";
import type { WorkReport } from "./work-report.ts";

/** Says every 10 s that this process lives, and what it does. Returns what says that it ends. */
export function startHeartbeat(
  db: Database,
  { role, report, log }: { role: ProcessRole; report: WorkReport; log: FastifyBaseLogger },
): () => Promise<void> {
  const warn = throttledWarning(log, "this process could not say that it lives");
  const self = { id: newSid(), role, host: hostname(), pid: process.pid, version: packageJson.version };
  let running: Promise<void> | null = null;
  const say = (): void => {
    running ??= recordHeartbeat(db, { ...self, report: report.now() })
      .catch((error: unknown) => warn(error instanceof Error ? error : new Error(String(error))))
      .finally(() => {
        running = null;
      });
  };
  say();
  const timer = setInterval(say, HEARTBEAT_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    // Without a database nobody hears it; then it is silent.
    await recordProcessEnd(db, self.id, report.now()).catch(() => undefined);
  };
}
