import { type DocumentFileType, documentFileTypeSchema, taskIdSchema } from "@precount/domain";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { recordDownload } from "../record-download.ts";
import { requireSession } from "../../auth/require-session.ts";
import { type TaskDocumentRow, listTaskDocuments } from "../../db/tasks/entities.ts";
import { fileMissing, notFound } from "../../errors/app-error.ts";
import type { Services } from "../../operations/context.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import { attachment, guarded } from "../content-disposition.ts";
import { requireTask } from "../../operations/task/require-task.ts";

const MEDIA_TYPES: Readonly<Record<DocumentFileType, string>> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  json: "application/json; charset=utf-8",
};

const MISSING = "The document's file is missing in the storage. Please tell your admin.";

const taskParamSchema = z.coerce.number().pipe(taskIdSchema);
type Request = FastifyRequest<{ Params: { taskId: string }; Querystring: { file?: unknown } }>;

/** Sends a document of a task, found by its id or exact name in the task's rows (PD-49), never by a path. */
export async function sendDocument(services: Services, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const session = await requireSession(services, request, "export");
  const taskId = taskParamSchema.safeParse(request.params.taskId);
  if (!taskId.success) throw notFound("task");
  const { task } = await requireTask({ db: services.db, session }, taskId.data);
  const document = findDocument(await listTaskDocuments(services.db, task.taskId), request.query.file);
  if (!document) throw notFound("document");
  const { stream, sizeBytes } = await services.blobs.openRead(document.sha256).catch((error: unknown) => {
    throw error instanceof BlobMissingError ? fileMissing(MISSING, error) : error;
  });
  const subject = { kind: "task", sid: String(task.taskId) };
  await recordDownload(services.db, request, { action: "download.document", projectSid: task.projectSid, subject });
  return guarded(reply)
    .type(MEDIA_TYPES[documentFileTypeSchema.parse(document.fileType)])
    .header("content-length", sizeBytes)
    .header("content-disposition", attachment(document.fileName))
    .header("cache-control", "private, no-store")
    .send(stream);
}

const findDocument = (documents: readonly TaskDocumentRow[], file: unknown): TaskDocumentRow | undefined =>
  documents.find(({ documentId, fileName }) => file === String(documentId) || file === fileName);
