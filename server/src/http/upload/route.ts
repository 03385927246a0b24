import { MESSAGES, cleanFileName } from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import { Semaphore } from "async-mutex";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ActiveSession } from "../../auth/active-session.ts";
import { requireSession } from "../../auth/require-session.ts";
import { AppError, RETRY_AFTER_S, parseOrThrow, unwrapOrThrow } from "../../errors/app-error.ts";
import { ERROR_STATUSES } from "../../errors/error-codes.ts";
import { toPublicError } from "../../errors/public-error.ts";
import { asTransientError } from "../../errors/transient-error.ts";
import type { Services } from "../../operations/context.ts";
import { addImage, stagePhoto } from "../../operations/image/add-image.ts";
import { photoFieldsSchema } from "../../operations/image/photo-fields.ts";
import { type AddedImage, mayUpload } from "../../operations/image/store-photos.ts";
import { requireProject } from "../../operations/project/require-project.ts";
import { TooLargeError } from "../../errors/storage-error.ts";
import { auditedRequest } from "../audited-request.ts";
import { acceptForms, requireForm } from "../forms.ts";
import { interruptedError, isCutShort } from "../interrupted-upload.ts";
import { readForm } from "./read-form.ts";

type Failure = { name: string; message: string };
export type UploadAnswer = { images: AddedImage[]; errors: Failure[] };
/** `isTransient`: an outage was the reason of a failure, so the client may send the same photos again. */
type UploadResult = UploadAnswer & { isTransient: boolean };
export type Upload = { projectSid: string; session: ActiveSession };

/** Photos of one form that are processed while the next ones arrive. */
const MAX_CONCURRENT_PHOTOS = 4;
const NO_FILE = { name: "", message: "No file was sent." };
export const INTERRUPTED_PHOTO = "The upload was interrupted. Please send this photo again.";
const INTERRUPTED = { name: "", message: "The upload was interrupted. Please send the missing photos again." };

/** Concurrent checks of new uploads. With 200 uploads that begin at once, more would block the event loop. */
const admission = new Semaphore(4);

/** POST …/images/upload (PD-56), with and without /api (PD-1). */
export async function uploadRoute(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await acceptForms(scope);
    for (const prefix of ["/api", ""]) {
      scope.post<{ Params: { project: string } }>(
        `${prefix}/projects/:project/images/upload`,
        async (request, reply) => {
          const upload = await admit(services, request, request.params.project);
          requireForm(request);
          return answer(request, reply, await addPhotos(services, upload, request));
        },
      );
    }
  });
}

/** Whether the caller may upload to this event. */
export async function admit(services: Services, request: FastifyRequest, slugOrSid: string): Promise<Upload> {
  return admission.runExclusive(async () => {
    const session = await requireSession(services, request, "project.upload");
    const project = await requireProject({ db: services.db, session }, slugOrSid);
    unwrapOrThrow(mayUpload(project, session.user));
    return { projectSid: project.sid, session };
  });
}

/** 200 when at least one photo was added; otherwise the first failure, as 503 for an outage and as 400 for anything else. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { isTransient, ...result }: UploadResult,
): FastifyReply {
  if (result.images.length > 0) return reply.send(result);
  const { message } = result.errors[0] ?? NO_FILE;
  if (!isTransient) {
    const { code } = interruptedError(request, message);
    return reply.code(ERROR_STATUSES[code]).send({ code, message, ...result });
  }
  void reply.header("retry-after", RETRY_AFTER_S);
  return reply.code(503).send({ code: "SERVICE_UNAVAILABLE", message, ...result });
}

/** Adds the photos of a form in order. A photo that fails does not stop the others. */
async function addPhotos(
  services: Services,
  { projectSid, session }: Upload,
  request: FastifyRequest,
): Promise<UploadResult> {
  const outcomes: Promise<AddedImage | Failure>[] = [];
  const running = new Set<Promise<unknown>>();
  let [isInterrupted, isTransient] = [false, false];
  try {
    for await (const file of readForm(request)) {
      const name = cleanFileName(file.name);
      const toFailure = (error: unknown): Failure => {
        if (isCutShort(file.stream)) {
          request.log.info({ err: error }, "an upload was interrupted");
          return { name, message: INTERRUPTED_PHOTO };
        }
        isTransient ||= asTransientError(error) !== null;
        return { name, message: messageOf(error, request) };
      };
      try {
        const fields = parseOrThrow(photoFieldsSchema, file.fields);
        const staged = await stagePhoto(services, file);
        const call = auditedRequest(request, "upload.photo", "image");
        const photo = { staged, name, fields };
        const outcome = addImage({ ...services, call }, projectSid, session.user, photo).catch(toFailure);
        outcomes.push(outcome);
        running.add(outcome);
        void outcome.then(() => running.delete(outcome));
      } catch (error) {
        outcomes.push(Promise.resolve(toFailure(error)));
        // The next file does not arrive before this one has been drained.
        file.stream.resume();
      }
      while (running.size >= MAX_CONCURRENT_PHOTOS) await Promise.race(running);
    }
  } catch (error) {
    request.log.info({ err: error }, "an upload was interrupted");
    isInterrupted = true;
  }
  const settled = await Promise.all(outcomes);
  const errors = settled.filter((outcome) => "message" in outcome);
  if (isInterrupted) errors.push(INTERRUPTED);
  else if (settled.length === 0) errors.push(NO_FILE);
  return { images: settled.filter((outcome) => "sha256" in outcome), errors, isTransient };
}

/** One sentence for the person. Failures of the server are logged. */
export function messageOf(error: unknown, request: FastifyRequest): string {
  const transient = asTransientError(error);
  if (transient !== null) {
    request.log.error({ err: transient.cause }, "a photo could not be added because of an outage");
    return transient.message;
  }
  if (error instanceof AppError) return toPublicError(error).message;
  const isForPeople = [TooLargeError, ProcessError].some((kind) => error instanceof kind);
  if (isForPeople && error instanceof Error) return error.message;
  request.log.error({ err: error }, "a photo could not be added");
  return MESSAGES.serverError;
}
