import type {
  DocumentFileType,
  LearningProgress,
  LearningReport,
  Model,
  ModelDetection,
  OrientationOverride,
  Rect,
  Rotation,
  PageWord,
  Size,
  Stage,
  TableEdit,
} from "@precount/domain";
import type { PhotoProcess, PreviewOptions, SearchedPixels } from "@precount/photos";
import type { Database } from "../db/connect.ts";
import type { Answer } from "../queue/answers.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import type { BlobStore } from "../storage/blob-store.ts";
import type { PreviewMaker } from "../storage/preview-maker.ts";
import type { PreviewStore } from "../storage/preview-store.ts";
import type { JobMetrics } from "../telemetry/job-metrics.ts";
import type { VisionService } from "./experiment/vision-service.ts";
import type { Log } from "../telemetry/log.ts";

/*
 * The child processes as operations see them. Only processes/worker.ts loads the vision and documents workspaces, so that an API
 * process never does.
 */

type VisionRequest = {
  /** The photo's file. */
  path: string;
  rotation: Rotation;
  modelName: string;
  options: { limit: number; codeConfidence: number; quantityConfidence: number };
  signal: AbortSignal;
};

export type DetectionAnswer = {
  detections: readonly ModelDetection[];
  /** Crops of the detections as WebP files, in their order; null for a result without one. */
  crops: readonly (Uint8Array | null)[];
  /** The upright photo's size, pixels. */
  image: Size;
  elapsedMs: number;
  stagesMs: Readonly<Partial<Record<Stage, number>>>;
};

/** The stages besides the model that use a photo's pixels while they are decoded for its detection. */
export type PhotoStages = { previews: readonly PreviewOptions[]; search: boolean; crops: boolean };

/** The outcome of such a stage. */
export type StageReport =
  | { stage: "previews"; error: string | null }
  | { stage: "codes"; found: SearchedPixels; error: null }
  | { stage: "codes"; found: null; error: string };

type DetectionRequest = VisionRequest & {
  /** Starts before requests that are not urgent. Set it when a person waits for the answer. */
  isUrgent?: boolean;
  stages?: PhotoStages;
  onStage?: (report: StageReport) => void;
};

interface Detector {
  detect(request: DetectionRequest): Promise<DetectionAnswer>;
}

interface StickerReader {
  /** @param request.rect in pixels of the upright photo */
  readSticker(request: VisionRequest & { rect: Rect }): Promise<ModelDetection>;
}

interface DocumentReader {
  /** Writes the outputs of a document into `outDir`. `problems` are messages for people; empty when all was read. */
  read(
    call: { path: string; outDir: string },
    signal: AbortSignal,
    control: ReadingControl,
  ): Promise<{ outputs: readonly DocumentOutput[]; pages?: readonly PagePicture[]; problems: readonly string[] }>;
}
type ReadingControl = {
  onProgress: (progress: { page: number; pageCount: number }) => void;
  /** Ends the reading after the current page. */
  stopSignal: AbortSignal;
};
/** The picture of a page (WebP) with its size in pixels, and the file with its words. */
type PagePicture = { number: number; path: string; width: number; height: number; wordsPath: string | null };
type DocumentOutput = { path: string; fileName: string; fileType: DocumentFileType };

interface Extractor {
  extract(
    call: { path: string; format: "csv" | "json"; orientation: OrientationOverride },
    signal: AbortSignal,
  ): Promise<{ contents: string; problems: string[]; elapsedMs: number }>;
  /** Writes the outputs of a document with edited tables into `outDir`. */
  rewrite(
    call: {
      structurePath: string;
      edits: readonly TableEdit[];
      words: readonly { page: number; words: readonly PageWord[] }[];
      outDir: string;
    },
    signal: AbortSignal,
  ): Promise<readonly DocumentOutput[]>;
}

type TrainCall = {
  examplesDir: string;
  /** The folder of the model in use, which the new one must beat. */
  modelDir: string;
  /** The new model's folder, whose last part is its name. It exists only when it is complete. */
  outDir: string;
  /** Where an interrupted training continues. */
  stateFile: string;
  title: string;
};

interface Trainer {
  /** Trains in a child process that ends when the signal is aborted. */
  train(
    call: TrainCall,
    control: { signal: AbortSignal; onProgress: (progress: LearningProgress) => void },
  ): Promise<LearningReport>;
}

/** The parts of a learned model's folder that are stored. */
export type LearnedFolder = {
  sid: string;
  name: string;
  title: string;
  trainedAt: string | null;
  backend: Model["backend"];
  /** The name of the model that it adapts. */
  adapts: string;
  report: LearningReport;
};

/** The model folders on this worker's disk. */
export interface ModelFiles {
  /** The folder for learned models. */
  learnedDir: string;
  /** The names of the folders with learned models. */
  listLearned(): Promise<string[]>;
  /** Reads and checks a learned model's folder. Throws ModelFilesError, whose message is for a person. */
  readLearned(name: string): Promise<LearnedFolder>;
  /** Writes the folder of a learned model at once. */
  writeLearned(name: string, write: (folder: string) => Promise<void>): Promise<void>;
  removeLearned(name: string): Promise<void>;
  /** The folder of a model. */
  folderOf(model: Pick<Model, "name" | "learned">): string;
  /** Why the files of a learned model cannot be used, for a person; null if they can. */
  findProblem(name: string): Promise<string | null>;
}

/** A worker's services for its operations; processes/worker.ts creates them once. */
export type WorkerContext = {
  db: Database;
  queue: JobQueue;
  blobs: BlobStore;
  previews: PreviewStore;
  previewMaker: PreviewMaker;
  photos: Pick<PhotoProcess, "cutCrops" | "cutExamples" | "render" | "searchPhoto">;
  vision: Detector;
  /** Another process than `vision`: a person waits for it while photos are analyzed. */
  reader: StickerReader;
  documents: DocumentReader;
  /** Another process than `documents`: a person waits for it while tasks are read. */
  extractor: Extractor;
  trainer: Trainer;
  modelFiles: ModelFiles;
  /** Null when none is set up. */
  visionService: VisionService | null;
  /** Whether webhooks and deliveries may go to private networks. */
  allowPrivateTargets: boolean;
  /** For the files of training runs. They stay when the worker dies, so that another attempt can continue. */
  runsDir: string;
  /** For temporary files, on the store's disk. The next start removes the files of a worker that died. */
  workDir: string;
  metrics: JobMetrics;
  log: Log;
};

/** How an attempt ended. */
export type JobEnd = { outcome: "done" | "retry" | "failed"; error?: unknown };

/** A worker's answer to a call that waits for it; `error` is what caused a failure, for the metrics. */
export type WorkerAnswer = Answer & { error?: unknown };

/** One attempt of a job. */
export interface Attempt {
  /** The queue's id of the job, the same in every attempt. */
  queueId: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the attempt expires, another worker takes the job, or this worker stops. */
  signal: AbortSignal;
}
