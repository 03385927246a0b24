import {
  type DetectionOptions,
  type Model,
  type Prediction,
  cropKey,
  detectionOptionsSchema,
  readCodesOf,
  rotatePredictions,
  toPrediction,
} from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { findLiveDetection } from "../../db/detections/read.ts";
import { insertDetection, updateDetection } from "../../db/detections/write.ts";
import { readItemCodes } from "../../db/items/items.ts";
import { addCrops } from "../../db/crops/crops.ts";
import { updateImageJob } from "../../db/jobs/write-image-jobs.ts";
import { type ImageRow } from "../../db/images/read.ts";
import { orientationOf } from "../../db/images/contents-url.ts";
import { enqueueCrops, enqueueDuplicateSearch } from "../../queue/enqueue.ts";
import { type Change, publishChanges } from "../../live/publish-change.ts";
import { refreshImageStatus } from "../image/refresh-status.ts";
import type { Attempt, DetectionAnswer, JobEnd, PhotoStages, StageReport, WorkerContext } from "../worker-context.ts";
import { findUsableModel, replaceUnusableModel } from "../learning/usable-model.ts";
import { imageChange, lockJobAndImage, needsDetection } from "./lock-image-job.ts";
import { NO_STAGES, StageProgress, enqueueStages, findMissingStages } from "./photo-stages.ts";
import { settleDetectionFailure } from "./settle-detection-failure.ts";
import { toVisionOptions } from "./vision-options.ts";

type Work = {
  image: ImageRow;
  model: Model;
  options: DetectionOptions;
  stages: PhotoStages;
};

/**
 * Runs a model on an image and stores the detection. Two attempts of one job may run at the same time: only the current one stores
 * its result.
 * @param jobId of the row in image_jobs
 */
export async function detectPhoto(context: WorkerContext, jobId: string, attempt: Attempt): Promise<JobEnd> {
  try {
    const started = await start(context, jobId, attempt);
    if (started) {
      const { work, done } = await detectByUsableModel(context, started, attempt.signal);
      const stored = await context.metrics.timeStage("store", () => store(context, jobId, attempt, work, done));
      if (stored) context.metrics.countResults(stored);
    }
    return { outcome: "done" };
  } catch (error) {
    return settleDetectionFailure(context, jobId, attempt, error);
  }
}

/** Marks the job as running. Null when the detection is not needed any more. */
async function start(context: WorkerContext, jobId: string, attempt: Attempt): Promise<Work | null> {
  return context.db.transaction(async (tx) => {
    const locked = await lockJobAndImage(tx, jobId, attempt);
    if (!locked) return null;
    const { job, found } = locked;
    const { image } = found;
    const model = await findUsableModel(tx, job.modelSid);
    const isNeeded = model !== null && (await needsDetection(tx, found, model.sid));
    const state = isNeeded ? ({ state: "running", attempts: attempt.attempt } as const) : ({ state: "done" } as const);
    await updateImageJob(tx, job.id, { ...state, error: null, retryAt: null });
    await publishChanges(tx, [imageChange(image)]);
    const options = detectionOptionsSchema.parse(job.options);
    const missing = await findMissingStages(context, tx, image);
    if (isNeeded && attempt.attempt === 1) {
      return { image, model, options, stages: missing };
    }
    // One of these stages may have ended the earlier attempt. As separate jobs they fail and are retried independently.
    await enqueueStages(tx, context.queue, image.sid, missing);
    return isNeeded ? { image, model, options, stages: NO_STAGES } : null;
  });
}

/** Runs the model. If a learned model's files are missing here, they are restored; if they are damaged, the model that it adapts reads. */
async function detectByUsableModel(
  context: WorkerContext,
  work: Work,
  signal: AbortSignal,
): Promise<{ work: Work; done: Done }> {
  try {
    return { work, done: await detect(context, work, signal) };
  } catch (error) {
    const model = await replaceUnusableModel(context, work.model);
    if (model === null) throw error;
    return { work: { ...work, model }, done: await detect(context, { ...work, model }, signal) };
  }
}

type Done = { answer: DetectionAnswer; unfinished: PhotoStages };

/** Runs the model and the missing stages of the photo. */
async function detect(
  context: WorkerContext,
  { image, model, options, stages }: Work,
  signal: AbortSignal,
): Promise<Done> {
  const { blobs, vision, metrics } = context;
  const path = await metrics.timeStage("fetch", () => blobs.path(image.sha256));
  const { rotation } = image;
  const progress = new StageProgress(context, image, stages);
  const onStage = (report: StageReport): void => progress.receive(report);
  const request = { path, rotation, modelName: model.name, options: toVisionOptions(options), signal, stages, onStage };
  try {
    const answer = await vision.detect(request);
    metrics.recordStages(answer.stagesMs);
    await progress.settled();
    return { answer, unfinished: progress.unfinished };
  } catch (error) {
    // A failed detection must not leave a transaction behind.
    await progress.settled();
    throw error;
  }
}

/** Stores the detection and finishes the job. Returns the stored predictions; null when they are not needed any more. */
async function store(
  { db, queue }: WorkerContext,
  jobId: string,
  { attempt, ...rest }: Attempt,
  work: Work,
  { answer, unfinished }: Done,
): Promise<Prediction[] | null> {
  return db.transaction(async (tx) => {
    const locked = await lockJobAndImage(tx, jobId, { attempt, ...rest });
    // Another attempt has finished, or has started because this one seemed dead.
    if (!locked || locked.job.state !== "running" || locked.job.attempts !== attempt) return null;
    const { job, found } = locked;
    const { image } = found;
    await enqueueStages(tx, queue, image.sid, unfinished);
    const isNeeded = await needsDetection(tx, found, work.model.sid);
    const predictions = toPredictions(answer, work, image);
    const changes: Change[] = [];
    if (isNeeded) {
      const sid = await replaceDetection(tx, image, { work, answer, predictions });
      changes.push({ projectSid: image.projectSid, kind: "detection", sid });
      await storeCrops(tx, image, { work, answer, predictions });
      await enqueueCrops(tx, queue, [image.sid]);
      await enqueueDuplicateSearch(tx, queue, [image.sid]);
    }
    await updateImageJob(tx, job.id, { state: "done", error: null, retryAt: null });
    await publishChanges(tx, [...changes, imageChange(image)]);
    return isNeeded ? predictions : null;
  });
}

/** Stores the crops that were cut during the detection. If the photo was rotated meanwhile, the job makes others. */
async function storeCrops(
  tx: Transaction,
  image: ImageRow,
  { work, answer, predictions }: NewDetection,
): Promise<void> {
  const orientation = orientationOf(image);
  if (orientation !== orientationOf(work.image)) return;
  const added = predictions.flatMap(({ rect }, n) => {
    const contents = answer.crops[n];
    return contents ? [{ key: cropKey(rect), contents }] : [];
  });
  await addCrops(tx, { sid: image.sid, orientation }, added);
}

type NewDetection = { work: Work; answer: DetectionAnswer; predictions: Prediction[] };

/** Discards the image's earlier detection of the model and inserts the new one. */
async function replaceDetection(
  tx: Transaction,
  image: ImageRow,
  {
    work: {
      model: { sid: modelSid },
      options,
    },
    answer: { elapsedMs },
    predictions,
  }: NewDetection,
): Promise<string> {
  const previous = await findLiveDetection(tx, image.sid, modelSid);
  if (previous) await updateDetection(tx, previous.sid, { status: "discarded" });
  const itemCodes = await readItemCodes(tx, image.projectSid, readCodesOf(predictions));
  const sid = await insertDetection(tx, { imageSid: image.sid, modelSid, predictions, itemCodes, options, elapsedMs });
  await refreshImageStatus(tx, image);
  return sid;
}

/** Predictions in the image's current frame: a person may have rotated it during the detection. */
function toPredictions(answer: DetectionAnswer, work: Work, now: ImageRow): Prediction[] {
  const predictions = answer.detections.map((detection) => toPrediction(detection, work.options, answer.image));
  const [from, to] = [orientationOf(work.image), orientationOf(now)];
  return from === to ? predictions : rotatePredictions(predictions, answer.image, from, to);
}
