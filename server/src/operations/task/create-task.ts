import {
  type AuthUser,
  type TASK_DOCUMENT_TYPES,
  type Task,
  MAX_DOCUMENT_BYTES,
  taskCan,
  taskDocumentTypeSchema,
} from "@precount/domain";
import type { FastifyRequest } from "fastify";
import { lockBlob } from "../../db/blob-references.ts";
import type { Database } from "../../db/connect.ts";
import { lockProject } from "../../db/projects.ts";
import { insertTask, insertTaskDocuments, readTask } from "../../db/tasks.ts";
import { orInvalid, orRefuse } from "../../errors/app-error.ts";
import { enqueueReading } from "../../queue/enqueue-document-reading.ts";
import type { PhotoServices } from "../../processes/photo-services.ts";
import type { BlobStore, StagedBlob } from "../../storage/blob-store.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";
import { notifyChange } from "../../live/publish-change.ts";
import { cleanFileName } from "../../lib/file-name.ts";
import { readOneFile } from "../../http/one-file-form.ts";
import { sniffDocument } from "./sniff-document.ts";

export type StagedDocument = {
  staged: StagedBlob;
  fileName: string;
  fileType: (typeof TASK_DOCUMENT_TYPES)[number];
};

/** Reads the document of a form to disk. Throws AppError, a sentence for a person; then nothing of it remains. */
export async function stageDocument(blobs: BlobStore, request: FastifyRequest): Promise<StagedDocument> {
  const { staged, name } = await readOneFile(blobs, request, MAX_DOCUMENT_BYTES);
  try {
    const fileType = orInvalid(taskDocumentTypeSchema, await sniffDocument(staged.path));
    return { staged, fileName: namedAs(cleanFileName(name, "document"), fileType), fileType };
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

/** By its bytes: what is made of it never has such an extension, so no two documents of a task are called the same. */
const namedAs = (name: string, type: string): string =>
  name.toLowerCase().endsWith(`.${type}`) ? name : `${name}.${type}`;

type Context = Pick<PhotoServices, "blobs" | "derived" | "queue"> & { db: Database };

/** From a file on disk to a task with its job; whatever goes wrong, the file does not stay behind. */
export async function takeDocument(
  context: Context,
  { projectSid, eventId, user }: { projectSid: string; eventId: string; user: AuthUser },
  { staged, fileName, fileType }: StagedDocument,
): Promise<Task> {
  const { db, queue, blobs } = context;
  const { sha256, sizeBytes } = staged;
  try {
    return await db.transaction(async (tx) => {
      // The event may have been discarded while the document was on its way; from here on it cannot be.
      const { status } = await lockProject(tx, projectSid, "share");
      orRefuse(taskCan.create({ status, isArchived: status === "archived" }, user));
      await lockBlob(tx, sha256);
      await staged.keep();
      const task = await insertTask(tx, { projectSid, eventId, createdBy: user.sid });
      const { taskId } = task;
      await insertTaskDocuments(tx, taskId, [{ fileName, fileType, sha256, sizeBytes, isOriginal: true }]);
      await enqueueReading(tx, queue, task);
      await notifyChange(tx, { projectSid, kind: "task", sid: String(taskId) });
      return readTask(tx, taskId);
    });
  } catch (error) {
    await staged.discard();
    // It may have been put into the store before the transaction was rolled back. With the database away the next start removes it.
    if (await blobs.has(sha256)) await removeUnreferenced(context, sha256).catch(() => undefined);
    throw error;
  }
}
