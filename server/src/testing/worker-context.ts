import { Registry } from "prom-client";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import { createModelFiles, runsDir } from "../processes/worker-model-files.ts";
import type { OwnServices } from "../processes/services.ts";
import { stagingDir } from "../storage/staging-area.ts";
import { JobMetrics } from "../telemetry/job-metrics.ts";

const unused = (): Promise<never> =>
  Promise.reject(new Error("this test's worker reads no documents and does not train"));

/** A worker context for tests: the API's services, with the processes that the test gives. */
export const workerContext = (
  { db, blobs, previews, previewMaker, photos, log, config }: OwnServices,
  queue: JobQueue,
  given: Pick<WorkerContext, "vision"> & Pick<WorkerContext, "reader"> & Partial<WorkerContext>,
): WorkerContext => ({
  db,
  queue,
  blobs,
  previews,
  previewMaker,
  photos,
  documents: { read: unused },
  extractor: { extract: unused, rewrite: unused },
  trainer: { train: unused },
  modelFiles: createModelFiles(config.dataDir),
  runsDir: runsDir(config.dataDir),
  visionService: null,
  allowPrivateTargets: false,
  workDir: stagingDir(config.dataDir),
  metrics: new JobMetrics(new Registry()),
  log,
  ...given,
});
