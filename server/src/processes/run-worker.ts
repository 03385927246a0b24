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
 * Runs a worker in this process, on the database of DATABASE_URL. It loads worker.ts, and with it the vision and documents
 * workspaces, only when it is called: an API process imports this file too. Throws without DATABASE_URL.
 */
export async function runWorker(config: Config): Promise<Pick<Worker, "metrics" | "stop">> {
  const { databaseUrl } = config;
  if (databaseUrl === null) throw new Error("A worker needs DATABASE_URL: the database of its server.");
  const log = createLogger(config);
  const stopErrorReports = await startErrorReports(config, "worker");
  const stopTracing = await startTracing(config, "worker");
  await ensureDataDir(config.dataDir);
  await requireUsableStore(openBlobStore(config), log);
  const { startWorker } = await import("./worker.ts");
  const start = async (): Promise<Worker> => {
    await waitForMigrations(databaseUrl);
    return startWorker({ ...config, databaseUrl, log });
  };
  const worker = await withDatabaseRetry(databaseUrl, start, {
    onWaiting: (database) => log.info({ database }, "waiting for the database"),
  });
  const stopProbes = await serveProbes(config, worker.readiness, {
    "/metrics": async () => ({ status: 200, type: PROMETHEUS, body: await worker.metricsText() }),
  }).catch(async (error: unknown) => {
    await worker.stop();
    throw error;
  });
  // Otherwise half of an idle worker's memory would be garbage from loading modules.
  releaseStartupMemory();
  return {
    metrics: () => worker.metrics(),
    stop: async () => {
      await worker.stop();
      // Last, so that /readyz says that the worker is stopping.
      await stopProbes();
      await stopTracing();
      await stopErrorReports();
    },
  };
}
