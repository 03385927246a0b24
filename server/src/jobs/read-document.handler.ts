import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { TASK_STATUSES, isTaskUnfinished, taskStatusAfter, taskStatusSchema } from "@precount/domain";
import type { ReadAnswer } from "@precount/documents";
import { ProcessError } from "@precount/photos";
import { lockBlobs } from "../db/blob-references.ts";
import type { Transaction } from "../db/connect.ts";
import { putOff } from "../db/queue-state.ts";
import {
  type NewTaskDocument,
  type TaskInProject,
  deleteMadeDocuments,
  insertTaskDocuments,
  listTaskDocuments,
  lockTask,
  updateTask,
} from "../db/tasks.ts";
import { notNow } from "../errors/app-error.ts";
import { notifyChange } from "../live/publish-change.ts";
import { BlobMissingError, type StagedBlob } from "../storage/blob-store.ts";
import { removeUnreferenced } from "../storage/reconcile.ts";
import type { JobEnd, JobRun, WorkerContext } from "./context.ts";
import { inWords, isOfOurEnd } from "./in-words.ts";
import { readDocument } from "../queue/read-document.job.ts";

type Run = JobRun<{ taskId: number }>;
type Made = { staged: StagedBlob; row: NewTaskDocument };

/** document → what is in it, as documents beside it. May run twice for one task, at the same time even: one of them wins. */
export async function handle(context: WorkerContext, run: Run): Promise<JobEnd | void> {
  try {
    const original = await begin(context, run);
    if (original === null) return;
    await read(context, run, original);
  } catch (error) {
    return settleFailure(context, run, error);
  }
}

/** Takes the task up and gives its document's sha256; null when nobody needs it any more, which is no error. */
async function begin({ db }: WorkerContext, run: Run): Promise<string | null> {
  return db.transaction(async (tx) => {
    const held = await holdTask(tx, run);
    if (!held) return null;
    const { taskId } = held.task;
    await updateTask(tx, taskId, { status: taskStatusAfter("start"), attempts: run.attempt, retryAt: null });
    await notifyTask(tx, held);
    const original = (await listTaskDocuments(tx, taskId)).find(({ isOriginal }) => isOriginal);
    if (!original) throw new BlobMissingError();
    return original.sha256;
  });
}

/** The task and its event, locked; null when it is gone or settled, or a Retry has sent another job for it. */
async function holdTask(tx: Transaction, { payload, queueId }: Run): Promise<TaskInProject | null> {
  const held = await lockTask(tx, payload.taskId);
  const status = taskStatusSchema.safeParse(held?.task.status).data;
  return held && status && isTaskUnfinished({ status }) && held.task.queueId === queueId ? held : null;
}

async function read(context: WorkerContext, run: Run, original: string): Promise<void> {
  const { blobs, documents, meters, workDir } = context;
  await mkdir(workDir, { recursive: true });
  // Named as what is staged there: what a worker that died leaves behind goes with it.
  const outDir = await mkdtemp(join(workDir, `${process.pid}-document-`));
  const made: Made[] = [];
  try {
    const path = await meters.during("fetch", () => blobs.path(original));
    const answer = await meters.during("read-document", () => documents.read({ path, outDir }, run.signal));
    for (const { path, fileName, fileType } of answer.outputs) {
      const staged = await blobs.stage(createReadStream(path));
      const { sha256, sizeBytes } = staged;
      made.push({ staged, row: { fileName, fileType, sha256, sizeBytes, isOriginal: false } });
    }
    await meters.during("store", () => store(context, run, answer, made));
  } catch (error) {
    await forget(
      context,
      made.map(({ row }) => row.sha256),
    );
    throw error;
  } finally {
    for (const { staged } of made) await staged.discard();
    await rm(outDir, { recursive: true, force: true });
  }
}

/** What was made and how the task ended, in one transaction; of an earlier try nothing stays. */
async function store(context: WorkerContext, run: Run, { problems }: ReadAnswer, made: readonly Made[]): Promise<void> {
  const former = await context.db.transaction(async (tx) => {
    const held = await holdTask(tx, run);
    // Another try of it got here first, or is at work because this one seemed dead.
    if (!held || held.task.status !== TASK_STATUSES.processing || held.task.attempts !== run.attempt) return null;
    const { taskId } = held.task;
    await lockBlobs(
      tx,
      made.map(({ row }) => row.sha256),
    );
    const replaced = await deleteMadeDocuments(tx, taskId);
    for (const { staged } of made) await staged.keep();
    await insertTaskDocuments(
      tx,
      taskId,
      made.map(({ row }) => row),
    );
    const isWhole = problems.length === 0;
    const status = taskStatusAfter(isWhole ? "succeed" : "fail");
    await updateTask(tx, taskId, { status, errorMessage: isWhole ? null : asMessage(problems), retryAt: null });
    await notifyTask(tx, held);
    return replaced;
  });
  if (former !== null) await forget(context, former);
}

/** Files that may be needed no more. With the database away the next start removes them. */
async function forget(context: WorkerContext, sha256s: readonly string[]): Promise<void> {
  for (const sha256 of new Set(sha256s)) await removeUnreferenced(context, sha256).catch(() => undefined);
}

/**
 * Says what went wrong where people see it, and lets the queue decide whether and when it tries again: both
 * in one transaction, so that what is shown is what will happen.
 */
async function settleFailure({ db, queue, log }: WorkerContext, run: Run, error: unknown): Promise<JobEnd> {
  const { taskId } = run.payload;
  const isStopping = error instanceof ProcessError && (error.kind === "closed" || error.kind === "aborted");
  if (!isStopping) log.warn({ err: error, taskId }, "a document could not be read");
  return db.transaction(async (tx) => {
    const held = await holdTask(tx, run);
    const isAnothers = held?.task.status === TASK_STATUSES.processing && held.task.attempts !== run.attempt;
    if (!held || isAnothers) return { outcome: "retry", error };
    if (isOfOurEnd(error)) {
      await queue.handBack(tx, readDocument.name, run);
      await updateTask(tx, taskId, { status: taskStatusAfter("postpone"), attempts: run.attempt, retryAt: null });
      await notifyTask(tx, held);
      return { outcome: "retry", error };
    }
    if (notNow(error) !== null) {
      const retryAt = await putOff(tx, run);
      if (retryAt === null) return { outcome: "retry", error };
      await updateTask(tx, taskId, { status: taskStatusAfter("postpone"), attempts: run.attempt, retryAt });
      await notifyTask(tx, held);
      return { outcome: "retry", error };
    }
    const within = queue.within(tx);
    const attempt = { id: run.queueId, retryCount: run.attempt - 1 };
    const message = asMessage([wordsOf(error)]);
    if (isOfTheDocument(error)) await queue.boss.cancel(readDocument.name, attempt, within);
    else await queue.boss.fail(readDocument.name, attempt, { message }, within);
    const [queued] = await queue.boss.findJobs(readDocument.name, { id: run.queueId, ...within });
    const attempts = run.attempt;
    if (queued?.state === "retry") {
      // Through a transaction's connection dates come as text, whatever the type says.
      const retryAt = new Date(queued.startAfter);
      await updateTask(tx, taskId, { status: taskStatusAfter("postpone"), attempts, retryAt });
    } else {
      const change = { status: taskStatusAfter("fail"), errorMessage: message, attempts, retryAt: null };
      await updateTask(tx, taskId, change);
    }
    await notifyTask(tx, held);
    return { outcome: queued?.state === "retry" ? "retry" : "failed", error };
  });
}

/** Trying again would end the same way. A crash may have been the machine's, too little memory for example. */
const isOfTheDocument = (error: unknown): boolean =>
  error instanceof BlobMissingError ||
  (error instanceof ProcessError && ["failed", "timeout", "memory"].includes(error.kind));

const wordsOf = (error: unknown): string =>
  error instanceof BlobMissingError
    ? "The document's file is missing in the store. Please send the document again."
    : inWords(error, "The reading failed for a reason of the server's own.");

const MAX_MESSAGE_LENGTH = 4000;

/** Problems may quote a document, which may hold what no column does, and any amount of it. */
const asMessage = (problems: readonly string[]): string =>
  problems.join("\n").replaceAll("\u0000", "").toWellFormed().slice(0, MAX_MESSAGE_LENGTH);

const notifyTask = (tx: Transaction, { task }: TaskInProject): Promise<void> =>
  notifyChange(tx, { projectSid: task.projectSid, kind: "task", sid: String(task.taskId) });
