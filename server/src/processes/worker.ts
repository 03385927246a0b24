import { availableParallelism } from "node:os";
import { type ModelInfo, loadModels } from "@precount/vision";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config/config.ts";
import { connect } from "../db/connect.ts";
import { setSecretsKeys } from "../db/seal-secret.ts";
import { type ModelManifest, registerModels } from "../db/models/write.ts";
import { startJobHandlers } from "../jobs/start-job-handlers.ts";
import { throttledWarning } from "../lib/throttled-warning.ts";
import { startQueueingDeliveries } from "../operations/destination/queue-deliveries.ts";
import { createVisionService } from "../operations/experiment/vision-service.ts";
import { queueUnprocessedImages } from "../operations/image/queue-unprocessed-images.ts";
import { registerLearnedModels } from "../operations/learning/register-learned-models.ts";
import { Readiness } from "../operations/status/readiness.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { startQueueClock } from "../queue/queue-clock.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { PreviewMaker } from "../storage/preview-maker.ts";
import { PreviewStore } from "../storage/preview-store.ts";

import { stagingDir } from "../storage/staging-area.ts";
import { addStorageMetrics } from "../storage/storage-metrics.ts";
import { JobMetrics } from "../telemetry/job-metrics.ts";
import { type MetricValues, createRegistry } from "../telemetry/process-metrics.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { createModelFiles, runsDir } from "./worker-model-files.ts";
import { createChildren } from "./worker-children.ts";

export type WorkerOptions = Pick<
  Config,
  | "dataDir"
  | "s3"
  | "secretsKeys"
  | "fakeModel"
  | "visionApi"
  | "modelServer"
  | "detectionProcesses"
  | "allowPrivateTargets"
> & {
  databaseUrl: string;
  log: FastifyBaseLogger;
};

export type Worker = {
  /** The metrics in Prometheus's text format. */
  metricsText(): Promise<string>;
  metrics(): Promise<MetricValues>;
  readiness: Readiness;
  /** Stops within seconds. Running jobs go back to the queue. */
  stop(): Promise<void>;
};

/** Registers the models on disk and works through the queue. Throws ModelFilesError for a damaged model. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { databaseUrl, dataDir, fakeModel, visionApi, modelServer, allowPrivateTargets, log } = options;
  setSecretsKeys(options.secretsKeys);
  const models = await loadModels({ withFake: fakeModel, modelServer });
  const connection = connect(databaseUrl, {
    max: 4,
    watchdog: true,
    onIdleError: (error) => log.warn({ reason: error.message }, "a database connection broke"),
  });
  const { db, pool } = connection;
  const onQueueError = throttledWarning(log, "the queue has a problem");
  const queue = new JobQueue({ url: databaseUrl, role: "worker", onError: onQueueError });
  const registry = createRegistry("worker", pool);
  addStorageMetrics(registry, "worker");
  const metrics = new JobMetrics(registry);
  const { children, concurrency, close } = createChildren({ ...options, cores: availableParallelism() });
  const blobs = openBlobStore(options);
  const previews = new PreviewStore(dataDir);
  const readiness = new Readiness({ pool, blobs });
  const modelFiles = createModelFiles(dataDir);
  const stopFunctions: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    readiness.stop();
    // First, or the queue would hand out the next job for each one that is returned.
    queue.stopTakingJobs();
    // Closing the children returns their jobs to the queue at once, so that the queue has nothing to wait for.
    await close();
    await queue.stop();
    for (const stopOne of stopFunctions) await stopOne();
    await connection.close();
  };
  try {
    await queue.start();
    await registerModels(db, models.map(toManifest));
    await registerLearnedModels({ db, log, blobs, modelFiles });
    await queueUnprocessedImages(db, queue);
    stopFunctions.push(startQueueClock(db, log), startQueueingDeliveries(db, queue, log));
    const visionService = visionApi && createVisionService(visionApi);
    const previewMaker = new PreviewMaker(blobs, previews, children.photos);
    const workDir = stagingDir(dataDir);
    const stores = { db, queue, blobs, previews, previewMaker, workDir, modelFiles, runsDir: runsDir(dataDir) };
    const context = { ...stores, ...children, visionService, allowPrivateTargets, metrics, log };
    await startJobHandlers(context, concurrency);
    stopFunctions.push(startHeartbeat(db, { role: "worker", report: metrics.report, log }));
  } catch (error) {
    await stop();
    throw error;
  }
  log.info({ models: models.map(({ name }) => name) }, "the worker is ready");
  return { readiness, metricsText: () => registry.metrics(), metrics: () => registry.getMetricsAsJSON(), stop };
}

/** The setting for the fake model overrides the status in its manifest. */
const toManifest = (model: ModelInfo): ModelManifest =>
  model.backend === "fake" ? { ...model, status: "active" } : model;
