import { hostname } from "node:os";
import { HEARTBEAT_MS, type ProcessRole } from "@precount/domain";
import type { FastifyBaseLogger } from "fastify";
import packageJson from "../../package.json" with { type: "json" };
import type { Database } from "../db/connect.ts";
import { recordHeartbeat, recordProcessEnd } from "../db/processes.ts";
import { repeat } from "../lib/repeat.ts";
import { throttledWarning } from "../lib/throttled-warning.ts";
import { newSid } from "../lib/ids.ts";
import type { WorkReport } from "../telemetry/work-report.ts";

/** Writes a heartbeat with the process's report every 10 s. Returns a function that stops it and records the end. */
export function startHeartbeat(
  db: Database,
  { role, report, log }: { role: ProcessRole; report: WorkReport; log: FastifyBaseLogger },
): () => Promise<void> {
  const warn = throttledWarning(log, "the heartbeat could not be written");
  const self = { id: newSid(), role, host: hostname(), pid: process.pid, version: packageJson.version };
  const beat = () => recordHeartbeat(db, { ...self, report: report.snapshot() });
  const beating = repeat(HEARTBEAT_MS, beat, warn);
  beating.run();
  return async () => {
    await beating.stop();
    // The database may already be away; other processes then notice the missing heartbeat.
    await recordProcessEnd(db, self.id, report.snapshot()).catch(() => undefined);
  };
}
