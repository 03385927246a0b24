import { type Task, eventIdSchema, taskCan } from "@precount/domain";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { audited } from "../../audit/audited.ts";
import { draftOfRoute } from "../../audit/of-call.ts";
import { requireSession } from "../../auth/sessions.ts";
import { orInvalid, orRefuse } from "../../errors/app-error.ts";
import { Semaphore } from "../../lib/semaphore.ts";
import type { Services } from "../../processes/services.ts";
import { visibleProject } from "../../operations/project/visible-project.ts";
import { sendDocument } from "./send-document.ts";
import { stageDocument, takeDocument } from "../../operations/task/create-task.ts";

type CreateParams = { Params: { eventId: string; projectId: string } };
type DownloadParams = { Params: { taskId: string }; Querystring: { file?: unknown } };

/** As for photos: those that begin at once are let in a few at a time. */
const entry = new Semaphore(4);

/** A task from an uploaded document, and the documents of a task (spec §7). */
export async function taskRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.post<CreateParams>("/api/tasks/eventId/:eventId/projectId/:projectId/create", (request) =>
      createTask(services, request),
    );
  });
  for (const prefix of ["/api", ""]) {
    app.get<DownloadParams>(`${prefix}/tasks/:taskId/documents/download`, (request, reply) =>
      sendDocument(services, request, reply),
    );
  }
}

async function createTask(services: Services, request: FastifyRequest<CreateParams>): Promise<Task> {
  const { session, projectSid, eventId } = await entry.pass(() => mayEnter(services, request));
  const document = await stageDocument(services.blobs, request);
  const draft = { ...draftOfRoute(request, "task.create", "task"), actor: session };
  return audited(services.db, draft, (db) =>
    takeDocument({ ...services, db }, { projectSid, eventId, user: session.user }, document),
  );
}

async function mayEnter(services: Services, request: FastifyRequest<CreateParams>) {
  const session = await requireSession(services, request, "task.create");
  const { sid: projectSid, status } = await visibleProject({ db: services.db, session }, request.params.projectId);
  orRefuse(taskCan.create({ status, isArchived: status === "archived" }, session.user));
  return { session, projectSid, eventId: orInvalid(eventIdSchema, request.params.eventId) };
}
