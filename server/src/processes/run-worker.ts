import type { Config } from "../config/config.ts";
import { ensureDataDir } from "../config/data-dir.ts";
import { waitForMigrations } from "../db/migrate.ts";
import { withDatabaseRetry } from "../db/wait-for-database.ts";
import { releaseStartupMemory } from "../lib/release-startup-memory.ts";
import { createLogger } from "../telemetry/logger.ts";
import { PROMETHEUS } from "../telemetry/process-metrics.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { requireUsableStore } from "../storage/require-usable-store.ts";
import { startErrorReports } from "../telemetry/report-error.ts";
import { startTracing } from "../telemetry/trace.ts";
import { serveProbes } from "./worker-probes.ts";
import type { Worker } from "./worker.ts";

/**
 * A worker in this process, on the database of DATABASE_URL. Loaded only here, so that an API process that
 * imports the server's index loads nothing that only workers need. Throws when there is no DATABASE_URL.
 */
export async function runWorker(config: Config): Promise<Pick<Worker, "figures" | "stop">> {
  const { databaseUrl } = config;
  if (databaseUrl === null) throw new Error("A worker needs DATABASE_URL: the database of the server it works for.");
  const log = createLogger(config);
  const endReports = await startErrorReports(config, "worker");
  const endTracing = await startTracing(config, "worker");
  await ensureDataDir(config.dataDir);
  await requireUsableStore(openBlobStore(config), log);
  const { startWorker } = await import("./worker.ts");
  const worker = await withDatabaseRetry(databaseUrl, async () => {
    await waitForMigrations(databaseUrl);
    return startWorker({ ...config, databaseUrl, log });
  });
  const endProbes = await serveProbes(config, worker.readiness, {
    "/metrics": async () => ({ status: 200, type: PROMETHEUS, body: await worker.metrics() }),
  }).catch(async (error: unknown) => {
    await worker.stop();
    throw error;
  });
  // Of what is idle most of the time, half would be what loading left behind.
  releaseStartupMemory();
  return {
    figures: () => worker.figures(),
    stop: async () => {
      await worker.stop();
      // Until then it says that it is stopping.
      await endProbes();
      await endTracing();
      await endReports();
    },
  };
}
