import {
  type DetectionOptions,
  type Prediction,
  detectionOptionsSchema,
  imageCan,
  rotatePredictions,
  toPrediction,
} from "@precount/domain";
import { ProcessError } from "@precount/photos";
import type { Transaction } from "../db/connect.ts";
import { findLiveDetection, insertDetection, updateDetection } from "../db/image-detections.ts";
import { findImageJob, lockImageJob, updateImageJob } from "../db/image-jobs.ts";
import { type ImageInProject, type ImageRow, lockImage, orientationOf } from "../db/images.ts";
import { findModel } from "../db/models.ts";
import { putOff } from "../db/queue-state.ts";
import { notNow } from "../errors/app-error.ts";
import { refreshImageStatus } from "../operations/image/refresh-status.ts";
import { notifyChange } from "../live/publish-change.ts";
import { BlobMissingError } from "../storage/blob-store.ts";
import type { JobEnd, JobRun, WorkerContext } from "./context.ts";
import { detectPhoto } from "../queue/detect-photo.job.ts";
import { inWords, isOfOurEnd } from "./in-words.ts";
import { toVisionOptions } from "./vision-options.ts";

type Run = JobRun<{ jobId: string }>;
type Work = { image: ImageRow; modelName: string; modelSid: string; options: DetectionOptions };
type Found = Awaited<ReturnType<WorkerContext["vision"]["detect"]>>;

/** orient → detect → one image_detections row. May run twice for one job, at the same time even: one of them wins. */
export async function handle(context: WorkerContext, run: Run): Promise<JobEnd | void> {
  try {
    const work = await begin(context, run);
    if (!work) return;
    const found = await detect(context, work, run.signal);
    const stored = await context.meters.during("store", () => store(context, run, work, found));
    if (stored) context.meters.found(stored);
  } catch (error) {
    return settleFailure(context, run, error);
  }
}

/** Takes the job up; null when nobody needs it any more, which is no error. */
async function begin({ db }: WorkerContext, run: Run): Promise<Work | null> {
  return db.transaction(async (tx) => {
    const held = await holdJob(tx, run);
    if (!held) return null;
    const { job, found } = held;
    const model = await findModel(tx, job.modelSid);
    if (!model || !(await isWanted(tx, found, job.modelSid))) {
      await updateImageJob(tx, job.id, { state: "done", error: null, retryAt: null });
      await notifyImage(tx, found.image);
      return null;
    }
    await updateImageJob(tx, job.id, { state: "running", attempts: run.attempt, error: null, retryAt: null });
    await notifyImage(tx, found.image);
    const options = detectionOptionsSchema.parse(job.options);
    return { image: found.image, modelName: model.name, modelSid: model.sid, options };
  });
}

/** The job and its image, locked; null when either is gone, or a Retry has sent another job for it. */
async function holdJob(tx: Transaction, { payload, queueId }: Run) {
  const known = await findImageJob(tx, payload.jobId);
  const found = known && (await lockImage(tx, known.imageSid));
  const job = found && (await lockImageJob(tx, payload.jobId));
  if (!found || !job || job.queueId !== queueId || job.state === "done" || job.state === "failed") return null;
  return { job, found };
}

/** Rejected, approved, or in an event that was closed meanwhile: nothing to detect. */
async function isWanted(tx: Transaction, { image, project }: ImageInProject, modelSid: string): Promise<boolean> {
  if (!imageCan.detect(image, project).ok) return false;
  const live = await findLiveDetection(tx, image.sid, modelSid);
  return live?.status !== "validated" && live?.status !== "selected";
}

async function detect({ blobs, vision, meters }: WorkerContext, work: Work, signal: AbortSignal): Promise<Found> {
  const { image, modelName, options } = work;
  const path = await meters.during("fetch", () => blobs.path(image.sha256));
  const found = await vision.detect({
    path,
    rotation: image.rotation,
    modelName,
    options: toVisionOptions(options),
    signal,
  });
  meters.went(found.stagesMs);
  return found;
}

/** Gives what was stored; null when it was not needed any more. */
async function store({ db }: WorkerContext, run: Run, work: Work, answer: Found): Promise<Prediction[] | null> {
  return db.transaction(async (tx) => {
    const held = await holdJob(tx, run);
    // Another try of it got here first, or is at work because this one seemed dead.
    if (!held || held.job.state !== "running" || held.job.attempts !== run.attempt) return null;
    const { job, found } = held;
    const { image } = found;
    const isStillWanted = await isWanted(tx, found, work.modelSid);
    const predictions = toPredictions(answer, work, image);
    if (isStillWanted) {
      const former = await findLiveDetection(tx, image.sid, work.modelSid);
      if (former) await updateDetection(tx, former.sid, { status: "discarded" });
      const sid = await insertDetection(tx, {
        imageSid: image.sid,
        modelSid: work.modelSid,
        predictions,
        options: work.options,
        elapsedMs: answer.elapsedMs,
      });
      await refreshImageStatus(tx, image);
      await notifyChange(tx, { projectSid: image.projectSid, kind: "detection", sid });
    }
    await updateImageJob(tx, job.id, { state: "done", error: null, retryAt: null });
    await notifyImage(tx, image);
    return isStillWanted ? predictions : null;
  });
}

/** In the frame the photo now has: someone may have turned it while the model looked. */
function toPredictions(answer: Found, work: Work, now: ImageRow) {
  const predictions = answer.detections.map((detection) => toPrediction(detection, work.options, answer.image));
  const [from, to] = [orientationOf(work.image), orientationOf(now)];
  return from === to ? predictions : rotatePredictions(predictions, answer.image, from, to);
}

/**
 * Says what went wrong where people see it, and lets the queue decide whether and when it tries again: both
 * in one transaction, so that what is shown is what will happen.
 */
async function settleFailure({ db, queue, log }: WorkerContext, run: Run, error: unknown): Promise<JobEnd> {
  const isStopping = error instanceof ProcessError && (error.kind === "closed" || error.kind === "aborted");
  if (!isStopping) log.warn({ err: error, imageJobId: run.payload.jobId }, "a detection failed");
  return db.transaction(async (tx) => {
    const held = await holdJob(tx, run);
    // Somebody else has it, and says how it ends.
    if (!held || (held.job.state === "running" && held.job.attempts !== run.attempt))
      return { outcome: "retry", error };
    const { job, found } = held;
    if (isOfOurEnd(error)) {
      await queue.handBack(tx, detectPhoto.name, run);
      const tries = { attempts: run.attempt, maxAttempts: job.maxAttempts + 1 };
      await updateImageJob(tx, job.id, { ...tries, state: "queued", error: null, retryAt: null });
      await notifyImage(tx, found.image);
      return { outcome: "retry", error };
    }
    const within = queue.within(tx);
    const attempt = { id: run.queueId, retryCount: run.attempt - 1 };
    const refusal = notNow(error);
    if (refusal !== null) {
      const retryAt = await putOff(tx, run);
      if (retryAt === null) return { outcome: "retry", error };
      await updateImageJob(tx, job.id, { state: "retrying", attempts: run.attempt, error: refusal.message, retryAt });
      await notifyImage(tx, found.image);
      return { outcome: "retry", error };
    }
    // Trying again would not bring the file back.
    const isHopeless = error instanceof BlobMissingError;
    if (isHopeless) await queue.boss.cancel(detectPhoto.name, attempt, within);
    else await queue.boss.fail(detectPhoto.name, attempt, { message: inWords(error, FAILED) }, within);
    const [queued] = await queue.boss.findJobs(detectPhoto.name, { id: run.queueId, ...within });
    const attempts = run.attempt;
    if (queued?.state === "retry") {
      const shown = isStopping ? null : inWords(error, FAILED);
      // Through a transaction's connection dates come as text, whatever the type says.
      const retryAt = new Date(queued.startAfter);
      await updateImageJob(tx, job.id, { state: "retrying", attempts, error: shown, retryAt });
    } else {
      await updateImageJob(tx, job.id, { state: "failed", attempts, error: inWords(error, FAILED), retryAt: null });
    }
    await notifyImage(tx, found.image);
    return { outcome: queued?.state === "retry" ? "retry" : "failed", error };
  });
}

const FAILED = "The detection failed for a reason of the server's own.";

const notifyImage = (tx: Transaction, { projectSid, sid }: ImageRow): Promise<void> =>
  notifyChange(tx, { projectSid, kind: "image", sid });
