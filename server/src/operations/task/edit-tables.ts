import { isDeepStrictEqual } from "node:util";
import {
  MAX_TABLE_EDITS,
  type TableEdit,
  type TaskWithProject,
  structureDocument,
  tableEditSchema,
  taskCan,
  taskIdSchema,
} from "@precount/domain";
import { z } from "zod";
import { lockBlobs } from "../../db/blob-references.ts";
import type { Transaction } from "../../db/connect.ts";
import { type TaskInProject, listTaskDocuments, toTaskWithProject } from "../../db/tasks/entities.ts";
import { lockTask } from "../../db/tasks/read.ts";
import { replaceOutputs, updateTask } from "../../db/tasks/write.ts";
import { AppError, notFound, unwrapOrThrow } from "../../errors/app-error.ts";
import { type AskTimeouts, ask } from "../../queue/ask.ts";
import { rewriteDocument } from "../../queue/rewrite-document.job.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";
import type { SignedInContext } from "../context.ts";
import { recordChange } from "../record-change.ts";
import { requireTask } from "./require-task.ts";
import { type RewrittenOutputs, rewrittenOutputsSchema, structureAsRead } from "./rewritten-outputs.ts";

export const editTableInput = z.object({
  taskId: taskIdSchema,
  edit: tableEditSchema,
  /** The number of edits that the person has seen: `tableEdits.length` of the task. */
  editCount: z.int().min(0),
  /**
   * The `documentId` of the `structure.json` that the person has seen. Each edit and each undo writes a new one, so that an undo and
   * another edit, which leave the same number of edits, are noticed.
   */
  structureId: taskIdSchema.optional(),
});
export const undoTableEditInput = editTableInput.omit({ edit: true });

/** An extract of another person may run before it. */
const TIMEOUTS: AskTimeouts = { startMs: 5000, answerMs: 75_000 };

/** Corrects a table of a task's document; the outputs follow (PD-111). */
export function editTable(
  context: SignedInContext,
  { edit, ...known }: z.infer<typeof editTableInput>,
  signal: AbortSignal | undefined,
): Promise<TaskWithProject> {
  return change(context, { ...known, next: (edits) => [...edits, edit] }, signal);
}

/** Takes the last correction of a task's tables back. */
export function undoTableEdit(
  context: SignedInContext,
  known: Known,
  signal: AbortSignal | undefined,
): Promise<TaskWithProject> {
  return change(context, { ...known, next: (edits) => edits.slice(0, -1) }, signal);
}

type Known = z.infer<typeof undoTableEditInput>;
type Change = Known & { next: (edits: readonly TableEdit[]) => TableEdit[] };

/** A worker writes the outputs. Then one transaction inserts their rows, if the task is still as it was. */
async function change(
  context: SignedInContext,
  { next, ...known }: Change,
  signal: AbortSignal | undefined,
): Promise<TaskWithProject> {
  const { db, call } = context;
  const { taskId, editCount } = known;
  const found = await requireTask(context, taskId);
  await requireEditable(context, found, known);
  const edits = next(found.task.tableEdits);
  if (edits.length > MAX_TABLE_EDITS) throw new AppError("PRECONDITION_FAILED", TOO_MANY);
  if (edits.length === editCount) throw new AppError("PRECONDITION_FAILED", NOTHING_TO_UNDO);
  const answer = await ask(context, { job: rewriteDocument, payload: { taskId, edits }, signal, timeouts: TIMEOUTS });
  const rewritten = rewrittenOutputsSchema.parse(answer);
  const { replaced, task } = await db.transaction(async (tx) => {
    const locked = await lockTask(tx, taskId);
    if (!locked) throw notFound("task");
    await requireEditable({ ...context, db: tx }, locked, known);
    // An undo and another edit meanwhile leave the same number of edits.
    if (!isDeepStrictEqual(locked.task.tableEdits, found.task.tableEdits))
      throw new AppError("CONFLICT", EDITED_MEANWHILE);
    await requireUnchanged(context, tx, taskId, rewritten);
    const { outputs } = rewritten;
    const oldBlobs = await replaceOutputs(tx, taskId, { outputs, isEdited: edits.length > 0 });
    await updateTask(tx, taskId, { tableEdits: edits });
    const changes = [{ projectSid: locked.project.sid, kind: "task" as const, sid: String(taskId) }];
    await recordChange(tx, call, { changes, details: { tableEdits: edits.length, edit: edits.at(-1) ?? null } });
    const now = await lockTask(tx, taskId);
    if (!now) throw notFound("task");
    return { replaced: oldBlobs, task: await toTaskWithProject(tx, now) };
  });
  // If this fails, the next start removes them.
  for (const sha256 of new Set(replaced)) await removeUnreferenced(context, sha256).catch(() => undefined);
  return task;
}

async function requireEditable(
  { db, session }: Pick<SignedInContext, "session"> & { db: Transaction | SignedInContext["db"] },
  found: TaskInProject,
  { editCount, structureId }: Known,
): Promise<void> {
  const { status } = found.project;
  const event = { status, isArchived: status === "archived" };
  const task = await toTaskWithProject(db, found);
  unwrapOrThrow(taskCan.editTables(task, event, session.user));
  const isSeen = structureId === undefined || structureDocument(task)?.documentId === structureId;
  if (found.task.tableEdits.length !== editCount || !isSeen) throw new AppError("CONFLICT", EDITED_MEANWHILE);
}

/** A retry may have read the document again, and another edit may have removed a file that is the same as one of these. */
async function requireUnchanged(
  { blobs }: SignedInContext,
  tx: Transaction,
  taskId: number,
  { asReadSha256, outputs }: RewrittenOutputs,
): Promise<void> {
  const asRead = structureAsRead(await listTaskDocuments(tx, taskId));
  if (asRead?.sha256 !== asReadSha256) throw new AppError("CONFLICT", EDITED_MEANWHILE);
  await lockBlobs(
    tx,
    outputs.map(({ sha256 }) => sha256),
  );
  for (const { sha256 } of outputs) if (!(await blobs.has(sha256))) throw new AppError("CONFLICT", EDITED_MEANWHILE);
}

const EDITED_MEANWHILE =
  "The tables of this task were changed meanwhile. Look at them as they are now, then try again.";
const NOTHING_TO_UNDO = "The tables of this task are as they were read: there is nothing to undo.";
const TOO_MANY = `A task can have at most ${MAX_TABLE_EDITS} table edits. Undo some of them first.`;
