import { addStorageMetrics } from "../storage/storage-metrics.ts";
import { availableParallelism } from "node:os";
import { DocumentProcess } from "@precount/documents";
import { PhotoProcess } from "@precount/photos";
import { loadModels, type ModelInfo, VisionProcess } from "@precount/vision";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config/config.ts";
import { type Connection, connect } from "../db/connect.ts";
import { listImagesWithoutJob } from "../db/jobs/image-jobs.ts";
import { type ModelManifest, waitForUploadsWithoutModel, findDefaultModel, registerModels } from "../db/models.ts";
import { publishChanges } from "../live/publish-change.ts";
import { PreviewMaker } from "../storage/preview-maker.ts";
import { enqueueDetections } from "../queue/enqueue.ts";
import { startQueueClock } from "../queue/queue-clock.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { startJobHandlers } from "../jobs/start-job-handlers.ts";
import { createVisionService } from "../operations/experiment/vision-service.ts";
import { throttledWarning } from "../lib/throttled-warning.ts";
import { Readiness } from "../operations/status/readiness.ts";
import { PreviewStore } from "../storage/preview-store.ts";
import { stagingDir } from "../storage/staging-area.ts";
import { openBlobStore } from "../storage/open-blob-store.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { JobMetrics } from "../telemetry/job-metrics.ts";
import { type MetricValues, createRegistry } from "../telemetry/process-metrics.ts";

/** As nice(1) has it: with the cores full of photos, people's requests still go first. */
const BACKGROUND_NICENESS = 10;
/** A process takes one core and about 450 MB; more are for who has the memory, by DETECTION_PROCESSES. */
const MAX_DETECTION_PROCESSES = 4;

/** The settings that matter to it, the database it works on, and where it tells what it does. */
export type WorkerOptions = Pick<
  Config,
  "dataDir" | "s3" | "fakeModel" | "visionApi" | "modelServer" | "detectionProcesses"
> & {
  databaseUrl: string;
  log: FastifyBaseLogger;
};

export type Worker = {
  /** Its figures, in Prometheus's text format. */
  metrics(): Promise<string>;
  figures(): Promise<MetricValues>;
  readiness: Readiness;
  /** Ends within seconds; what is in hand is taken up by another worker or after the next start. */
  stop(): Promise<void>;
};

/**
 * Registers the models it finds and works through the queue. Photos and networks are handled in child
 * processes that end when idle, so an idle worker is small. Throws ModelFilesError for a damaged model.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { databaseUrl, dataDir, fakeModel, visionApi, modelServer, log } = options;
  const models = await loadModels({ withFake: fakeModel, modelServer });
  const connection = connect(databaseUrl, {
    max: 4,
    watchdog: true,
    onIdleError: (error) => log.warn({ reason: error.message }, "a database connection broke"),
  });
  const queue = new JobQueue({
    url: databaseUrl,
    role: "worker",
    onError: throttledWarning(log, "the queue has a problem"),
  });
  const registry = createRegistry("worker", connection.pool);
  addStorageMetrics(registry, "worker");
  const metrics = new JobMetrics(registry);
  let stopBeating: (() => Promise<void>) | null = null;
  const cores = availableParallelism();
  const photos = new PhotoProcess({ concurrency: Math.max(1, Math.floor(cores / 2)), niceness: BACKGROUND_NICENESS });
  const detections = options.detectionProcesses ?? Math.min(cores, MAX_DETECTION_PROCESSES);
  const vision = new VisionProcess({ processes: detections, threads: 1, niceness: BACKGROUND_NICENESS, modelServer });
  // One crop needs no second thread. Whoever draws one sticker draws another soon: it stays a while (240 MB).
  const reader = new VisionProcess({ threads: 1, idleMs: 5 * 60_000, timeoutMs: 20_000, modelServer });
  // Nobody waits for a task at the screen.
  const documents = new DocumentProcess({ niceness: 5 });
  const extractor = new DocumentProcess();
  const blobs = openBlobStore(options);
  const derived = new PreviewStore(dataDir);
  const pictures = new PreviewMaker(blobs, derived, photos);
  const readiness = new Readiness({ pool: connection.pool, blobs });
  const ending: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    readiness.stop();
    for (const end of ending) await end();
    // Else each job that is given back would be followed by the next one.
    queue.stopTakingJobs();
    // Children first: what they work on goes back to the queue at once, which then has nothing to wait for.
    await Promise.all([vision.close(), reader.close(), photos.close(), documents.close(), extractor.close()]);
    await queue.stop();
    await stopBeating?.();
    await connection.close();
  };
  try {
    await queue.start();
    await registerModels(connection.db, models.map(toManifest));
    await enqueueForgotten(connection, queue);
    ending.push(startQueueClock(connection.db, log));
    const { db } = connection;
    const workDir = stagingDir(dataDir);
    const processes = { photos, vision, reader, documents, extractor };
    const visionService = visionApi && createVisionService(visionApi);
    const context = {
      db,
      queue,
      blobs,
      derived,
      pictures,
      ...processes,
      visionService,
      workDir,
      metrics,
      log,
    };
    // A child works on one photo at a time; a second one in hand would only wait there instead of in the queue.
    await startJobHandlers(context, { detections, previews: Math.max(1, Math.floor(cores / 2)) });
    stopBeating = startHeartbeat(db, { role: "worker", report: metrics.report, log });
  } catch (error) {
    await stop();
    throw error;
  }
  log.info({ models: models.map(({ name }) => name) }, "the worker is ready");
  return { readiness, metrics: () => registry.metrics(), figures: () => registry.getMetricsAsJSON(), stop };
}

/** Who asks for the fake model wants to use it, whatever its manifest says. */
const toManifest = (model: ModelInfo): ModelManifest =>
  model.backend === "fake" ? { ...model, status: "active" } : model;

/** Photos that came before there was any model, such as in the first seconds of an installation. */
async function enqueueForgotten({ db }: Connection, queue: JobQueue): Promise<void> {
  await db.transaction(async (tx) => {
    await waitForUploadsWithoutModel(tx);
    const model = await findDefaultModel(tx);
    const forgotten = model ? await listImagesWithoutJob(tx) : [];
    if (!model || forgotten.length === 0) return;
    const imageSids = forgotten.map(({ imageSid }) => imageSid);
    await enqueueDetections(tx, queue, { imageSids, modelSid: model.sid, options: {} });
    await publishChanges(
      tx,
      forgotten.map(({ imageSid, projectSid }) => ({ projectSid, kind: "image", sid: imageSid })),
    );
  });
}
