import {
  type AuthUser,
  type TASK_DOCUMENT_TYPES,
  type Task,
  cleanFileName,
  taskCan,
  taskDocumentTypeSchema,
} from "@precount/domain";
import { lockBlob } from "../../db/blob-references.ts";
import { lockProject } from "../../db/projects/read.ts";
import { insertTask, insertTaskDocuments } from "../../db/tasks/write.ts";
import { readTask } from "../../db/tasks/read.ts";
import { parseOrThrow, unwrapOrThrow } from "../../errors/app-error.ts";
import { enqueueDocumentReading } from "../../queue/enqueue-document-reading.ts";
import type { OperationContext } from "../context.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";
import { recordChange } from "../record-change.ts";
import { sniffDocument } from "./sniff-document.ts";

export type StagedDocument = {
  staged: StagedBlob;
  fileName: string;
  fileType: (typeof TASK_DOCUMENT_TYPES)[number];
};

/** Checks a staged file's type by its bytes. Throws AppError with a message for the person, and then discards the file. */
export async function checkDocument(staged: StagedBlob, name: string | undefined): Promise<StagedDocument> {
  try {
    const fileType = parseOrThrow(taskDocumentTypeSchema, await sniffDocument(staged.path));
    return { staged, fileName: withExtension(cleanFileName(name, "document"), fileType), fileType };
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

/** The original always has its type's extension. The generated documents have others, so names within a task are unique. */
const withExtension = (name: string, type: string): string =>
  name.toLowerCase().endsWith(`.${type}`) ? name : `${name}.${type}`;

type Context = Pick<OperationContext, "blobs" | "call" | "db" | "previews" | "queue">;

/** Creates a task from a staged document and queues its job. The staged file is gone afterwards, also after a failure. */
export async function createTask(
  context: Context,
  { projectSid, eventId, user }: { projectSid: string; eventId: string; user: AuthUser },
  { staged, fileName, fileType }: StagedDocument,
): Promise<Task> {
  const { db, queue, blobs, call } = context;
  const { sha256, sizeBytes } = staged;
  try {
    return await db.transaction(async (tx) => {
      // Checked again: the event may have been discarded during the upload. The lock keeps its status from here on.
      const { status } = await lockProject(tx, projectSid, "share");
      unwrapOrThrow(taskCan.create({ status, isArchived: status === "archived" }, user));
      await lockBlob(tx, sha256);
      await staged.commit();
      const task = await insertTask(tx, { projectSid, eventId, createdBy: user.sid });
      const { taskId } = task;
      await insertTaskDocuments(tx, taskId, [{ fileName, fileType, sha256, sizeBytes, isOriginal: true }]);
      await enqueueDocumentReading(tx, queue, task);
      await recordChange(tx, call, { changes: [{ projectSid, kind: "task", sid: String(taskId) }] });
      return readTask(tx, taskId);
    });
  } catch (error) {
    await staged.discard();
    // The blob may have been committed before the transaction was rolled back. If this fails, the next start removes it.
    if (await blobs.has(sha256)) await removeUnreferenced(context, sha256).catch(() => undefined);
    throw error;
  }
}
