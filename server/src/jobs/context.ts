import type { FastifyBaseLogger } from "fastify";
import type { DocumentProcess } from "@precount/documents";
import type { PhotoProcess } from "@precount/photos";
import type { VisionProcess } from "@precount/vision";
import type { Database } from "../db/connect.ts";
import type { PictureMaker } from "../storage/preview-maker.ts";
import type { BlobStore } from "../storage/blob-store.ts";
import type { DerivedPictures } from "../storage/derived-pictures.ts";
import type { JobMeters } from "../telemetry/job-meters.ts";
import type { JobQueue } from "../queue/job-queue.ts";
import type { VisionService } from "../operations/experiment/vision-service.ts";

/** What handlers work with; made once by the worker. */
export type WorkerContext = {
  db: Database;
  queue: JobQueue;
  blobs: BlobStore;
  pictures: PictureMaker;
  photos: Pick<PhotoProcess, "readCodes" | "render">;
  vision: Pick<VisionProcess, "detect">;
  /** Another process than `vision`: somebody waits for it while photos are analysed. */
  reader: Pick<VisionProcess, "readSticker">;
  documents: Pick<DocumentProcess, "read">;
  /** Another process than `documents`: somebody waits for it while tasks are read. */
  extractor: Pick<DocumentProcess, "extract">;
  /** Null when none is set up. */
  visionService: VisionService | null;
  derived: DerivedPictures;
  /** For files under way, on the store's disk; what is left there by a worker that died is removed. */
  workDir: string;
  meters: JobMeters;
  log: FastifyBaseLogger;
};

/** How a try ended; a handler that says nothing is done. */
export type JobEnd = { outcome: "done" | "retry" | "failed"; error?: unknown };

/** One try of one job. */
export interface JobRun<Payload> {
  payload: Payload;
  /** The queue's id of the job, the same in every try. */
  queueId: string;
  /** 1 for the first try. */
  attempt: number;
  /** Aborted when the try is over for the queue: too long, taken by someone else, or the worker stops. */
  signal: AbortSignal;
}
