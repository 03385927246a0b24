import { MAX_DOCUMENT_BYTES, type Task, eventIdSchema, taskCan } from "@precount/domain";
import { Semaphore } from "async-mutex";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireSession } from "../../auth/require-session.ts";
import { parseOrThrow, unwrapOrThrow } from "../../errors/app-error.ts";
import type { Services } from "../../operations/context.ts";
import { requireProject } from "../../operations/project/require-project.ts";
import { checkDocument, createTask } from "../../operations/task/create-task.ts";
import { auditedRequest } from "../audited-request.ts";
import { acceptForms } from "../forms.ts";
import { readOneFile } from "../one-file-form.ts";
import { sendDocument } from "./send-document.ts";
import { sendPagePicture } from "./send-page-picture.ts";
import { limitCalls } from "../limit-calls.ts";

type CreateParams = { Params: { eventId: string; projectId: string } };
type PictureParams = { Params: { taskId: string; number: string }; Querystring: { v?: unknown } };
type DownloadParams = { Params: { taskId: string }; Querystring: { file?: unknown } };

/** Concurrent checks of uploads; more would block the event loop (http/upload/route.ts). */
const admission = new Semaphore(4);

/** Creates tasks from uploaded documents, and sends the documents of tasks (spec §7). */
export async function taskRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await acceptForms(scope);
    scope.post<CreateParams>("/api/tasks/eventId/:eventId/projectId/:projectId/create", (request) =>
      handleCreate(services, request),
    );
  });
  app.get<PictureParams>("/api/tasks/:taskId/pages/:number/picture", (request, reply) =>
    sendPagePicture(services, request, reply),
  );
  for (const prefix of ["/api", ""]) {
    app.get<DownloadParams>(`${prefix}/tasks/:taskId/documents/download`, (request, reply) =>
      sendDocument(services, request, reply),
    );
  }
}

async function handleCreate(services: Services, request: FastifyRequest<CreateParams>): Promise<Task> {
  const { session, projectSid, eventId } = await admission.runExclusive(() => admit(services, request));
  const { staged, name } = await readOneFile(services.blobs, request, MAX_DOCUMENT_BYTES);
  const document = await checkDocument(staged, name);
  const call = auditedRequest(request, "task.create", "task");
  return createTask({ ...services, call }, { projectSid, eventId, user: session.user }, document);
}

async function admit(services: Services, request: FastifyRequest<CreateParams>) {
  const session = await requireSession(services, request, "task.create");
  await limitCalls(services, session.user.sid, "task");
  const { sid: projectSid, status } = await requireProject({ db: services.db, session }, request.params.projectId);
  unwrapOrThrow(taskCan.create({ status, isArchived: status === "archived" }, session.user));
  return { session, projectSid, eventId: parseOrThrow(eventIdSchema, request.params.eventId) };
}
