import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { TASK_STATUSES, taskStatusAfter } from "@precount/domain";
import { lockBlobs } from "../../db/blob-references.ts";
import {
  type NewTaskDocument,
  type NewTaskPage,
  deleteDerivedDocuments,
  insertTaskDocuments,
  insertTaskPages,
  updateTask,
} from "../../db/tasks/write.ts";
import { listTaskDocuments } from "../../db/tasks/entities.ts";
import { publishChange } from "../../live/publish-change.ts";
import { type StagedBlob } from "../../storage/blob-store.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";
import type { Attempt, JobEnd, WorkerContext } from "../worker-context.ts";
import { CANCELED_BEFORE_READING, withCancellation } from "./canceled.ts";
import { lockTaskOfAttempt, taskChange } from "./lock-task-attempt.ts";
import { settleReadingFailure, toErrorMessage } from "./settle-reading-failure.ts";
import { watchReading } from "./watch-reading.ts";

/** A staged file, and its row among the task's documents or page pictures. */
type Output = { staged: StagedBlob; document: NewTaskDocument } | { staged: StagedBlob; page: NewTaskPage };
type Reading = { taskId: number; attempt: Attempt };

/**
 * Reads a task's document and stores its outputs beside it. Two attempts of one job may run at the same time: only the current one
 * stores its outputs.
 */
export async function readDocument(context: WorkerContext, taskId: number, attempt: Attempt): Promise<JobEnd> {
  const reading = { taskId, attempt };
  try {
    const original = await start(context, reading);
    if (original !== null) await read(context, reading, original);
    return { outcome: "done" };
  } catch (error) {
    return settleReadingFailure(context, taskId, attempt, error);
  }
}

/** Marks the task as processing and returns its document's sha256. Null when the reading is not needed any more. */
async function start({ db }: WorkerContext, { taskId, attempt }: Reading): Promise<string | null> {
  return db.transaction(async (tx) => {
    const locked = await lockTaskOfAttempt(tx, taskId, attempt);
    if (!locked) return null;
    if (locked.task.cancelRequestedAt !== null) {
      // The worker of the attempt before died after a person had canceled it.
      const ended = { status: taskStatusAfter("fail"), errorMessage: CANCELED_BEFORE_READING, retryAt: null };
      await updateTask(tx, taskId, ended);
      await publishChange(tx, taskChange(locked));
      return null;
    }
    const progress = { page: null, pageCount: null };
    const started = { status: taskStatusAfter("start"), attempts: attempt.attempt, retryAt: null };
    await updateTask(tx, taskId, { ...started, ...progress });
    await publishChange(tx, taskChange(locked));
    const original = (await listTaskDocuments(tx, taskId)).find(({ isOriginal }) => isOriginal);
    if (!original) throw new BlobMissingError();
    return original.sha256;
  });
}

async function read(context: WorkerContext, reading: Reading, original: string): Promise<void> {
  const { blobs, metrics, workDir } = context;
  await mkdir(workDir, { recursive: true });
  // The process id in the name lets the next start remove the folder of a worker that died.
  const outDir = await mkdtemp(join(workDir, `${process.pid}-document-`));
  const outputs: Output[] = [];
  try {
    const path = await metrics.timeStage("fetch", () => blobs.path(original));
    const answer = await metrics.timeStage("read-document", async () => {
      const watch = watchReading(context, reading);
      try {
        return await context.documents.read({ path, outDir }, reading.attempt.signal, watch);
      } finally {
        await watch.end();
      }
    });
    for (const { path: outputPath, fileName, fileType } of answer.outputs) {
      const staged = await blobs.stage(createReadStream(outputPath));
      const { sha256, sizeBytes } = staged;
      outputs.push({ staged, document: { fileName, fileType, sha256, sizeBytes, isOriginal: false } });
    }
    for (const { path: picture, number, width, height, wordsPath } of answer.pages ?? []) {
      const words = wordsPath === null ? null : await readFile(wordsPath, "utf8");
      const staged = await blobs.stage(createReadStream(picture));
      const { sha256, sizeBytes } = staged;
      outputs.push({ staged, page: { number, sha256, sizeBytes, width, height, words } });
    }
    await metrics.timeStage("store", () => store(context, reading, answer.problems, outputs));
  } catch (error) {
    await removeBlobs(
      context,
      outputs.map(({ staged }) => staged.sha256),
    );
    throw error;
  } finally {
    for (const { staged } of outputs) await staged.discard();
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Stores the outputs and the task's status in one transaction. They replace the outputs of earlier attempts. */
async function store(
  context: WorkerContext,
  { taskId, attempt }: Reading,
  problems: readonly string[],
  outputs: readonly Output[],
): Promise<void> {
  const replaced = await context.db.transaction(async (tx) => {
    const locked = await lockTaskOfAttempt(tx, taskId, attempt);
    // Another attempt has finished, or has started because this one seemed dead.
    if (locked?.task.status !== TASK_STATUSES.processing || locked.task.attempts !== attempt.attempt) return null;
    await lockBlobs(
      tx,
      outputs.map(({ staged }) => staged.sha256),
    );
    const oldBlobs = await deleteDerivedDocuments(tx, taskId);
    for (const { staged } of outputs) await staged.commit();
    await insertTaskDocuments(
      tx,
      taskId,
      outputs.flatMap((output) => ("document" in output ? [output.document] : [])),
    );
    await insertTaskPages(
      tx,
      taskId,
      outputs.flatMap((output) => ("page" in output ? [output.page] : [])),
    );
    const found = locked.task.cancelRequestedAt === null ? problems : withCancellation(problems);
    const isComplete = found.length === 0;
    const status = taskStatusAfter(isComplete ? "succeed" : "fail");
    const errorMessage = isComplete ? null : toErrorMessage(found);
    await updateTask(tx, taskId, { status, errorMessage, retryAt: null, tableEdits: [] });
    await publishChange(tx, taskChange(locked));
    return oldBlobs;
  });
  if (replaced !== null) await removeBlobs(context, replaced);
}

/** Removes blobs that no row references. If this fails, the next start removes them. */
async function removeBlobs(context: WorkerContext, sha256s: readonly string[]): Promise<void> {
  for (const sha256 of new Set(sha256s)) await removeUnreferenced(context, sha256).catch(() => undefined);
}
