import { DocumentProcess } from "@precount/documents";
import { PhotoProcess } from "@precount/photos";
import { VisionProcess, startTraining } from "@precount/vision";
import type { Config } from "../config/config.ts";
import { learnedModelsDir } from "./worker-model-files.ts";

/** A niceness as in nice(1). People's requests run first even if photos keep every core busy. */
const BACKGROUND_NICENESS = 10;
/** Tasks have no person waiting at a screen either, but there are few of them. */
const DOCUMENT_NICENESS = 5;
/** Detection processes by default. Each takes one core and about 450 MB; DETECTION_PROCESSES overrides it. */
const MAX_DETECTION_PROCESSES = 4;
/** The reader stays loaded (240 MB), because a user who draws one sticker usually draws more. */
const READER_IDLE_MS = 5 * 60_000;
const READER_TIMEOUT_MS = 20_000;

type Options = Pick<Config, "dataDir" | "detectionProcesses" | "modelServer"> & { cores: number };

/** A worker's child processes. They start with their first request and end when idle, so an idle worker is small. */
export function createChildren({ cores, dataDir, detectionProcesses, modelServer }: Options) {
  const learnedDir = learnedModelsDir(dataDir);
  const niceness = BACKGROUND_NICENESS;
  const detections = detectionProcesses ?? Math.min(cores, MAX_DETECTION_PROCESSES);
  const previews = Math.max(1, Math.floor(cores / 2));
  const children = {
    photos: new PhotoProcess({ concurrency: previews, niceness }),
    vision: new VisionProcess({ processes: detections, threads: 1, niceness, modelServer, learnedDir }),
    // A single crop needs no second thread.
    reader: new VisionProcess({
      threads: 1,
      idleMs: READER_IDLE_MS,
      timeoutMs: READER_TIMEOUT_MS,
      modelServer,
      learnedDir,
    }),
    documents: new DocumentProcess({ niceness: DOCUMENT_NICENESS }),
    extractor: new DocumentProcess(),
  };
  return {
    children: { ...children, trainer: { train: startTraining } },
    /** Jobs at a time. A child works on one photo; a second job would wait in it instead of in the queue. */
    concurrency: { detections, previews },
    close: async (): Promise<void> => {
      await Promise.all(Object.values(children).map((child) => child.close()));
    },
  };
}
