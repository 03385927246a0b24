import multipart from "@fastify/multipart";
import { MESSAGES } from "@precount/domain";
import { ProcessError } from "@precount/photos";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { audited } from "../../audit/audited.ts";
import { draftOfRoute } from "../../audit/of-call.ts";
import { type ActiveSession, requireSession } from "../../auth/sessions.ts";
import { AppError, RETRY_AFTER_S, notNow, orRefuse } from "../../errors/app-error.ts";
import { Semaphore } from "../../lib/semaphore.ts";
import type { Services } from "../../processes/services.ts";
import { TooLargeError } from "../../storage/blob-store.ts";
import { visibleProject } from "../../operations/project/visible-project.ts";
import { cleanFileName } from "../../lib/file-name.ts";
import { readForm } from "./read-form.ts";
import { type TakenPhoto, mayUpload, stagePhoto, takePhoto } from "../../operations/image/add-image.ts";

export type UploadAnswer = { images: TakenPhoto[]; errors: { name: string; message: string }[] };
/** `isNotNow`: some of it was refused for a reason that goes by. */
type Taken = UploadAnswer & { isNotNow: boolean };

/** Photos of one form that are looked at while the next ones arrive. */
const MAX_IN_HAND = 4;
const NO_FILE = { name: "", message: "No file was sent." };
const INTERRUPTED = { name: "", message: "The upload was interrupted. Please send the missing photos again." };

/** Two hundred uploads that begin at once are let in a few at a time, or the event loop stood still for all of them. */
const entry = new Semaphore(4);

/** POST …/images/upload (decision 56), under /api and without it (decision 1). */
export async function uploadRoute(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    for (const prefix of ["/api", ""]) {
      scope.post<{ Params: { project: string } }>(
        `${prefix}/projects/:project/images/upload`,
        async (request, reply) => {
          const { sid, session } = await entry.pass(() => mayEnter(services, request, request.params.project));
          return answer(reply, await takeForm(services, sid, session, request));
        },
      );
    }
  });
}

async function mayEnter(
  services: Services,
  request: FastifyRequest,
  slugOrSid: string,
): Promise<{ sid: string; session: ActiveSession }> {
  const session = await requireSession(services, request, "project.upload");
  const project = await visibleProject({ db: services.db, session }, slugOrSid);
  orRefuse(mayUpload(project, session.user));
  return { sid: project.sid, session };
}

/**
 * 200 when any photo was taken, else the first reason where every client looks for one: 400, or 503 when it was the disk, the
 * store or the database, so that the same photos may be sent again.
 */
function answer(reply: FastifyReply, { isNotNow, ...result }: Taken): FastifyReply {
  if (result.images.length > 0) return reply.send(result);
  const { message } = result.errors[0] ?? NO_FILE;
  if (!isNotNow) return reply.code(400).send({ code: "BAD_REQUEST", message, ...result });
  void reply.header("retry-after", RETRY_AFTER_S);
  return reply.code(503).send({ code: "SERVICE_UNAVAILABLE", message, ...result });
}

async function takeForm(
  services: Services,
  projectSid: string,
  session: ActiveSession,
  request: FastifyRequest,
): Promise<Taken> {
  const outcomes: Promise<TakenPhoto | UploadAnswer["errors"][number]>[] = [];
  const inHand = new Set<Promise<unknown>>();
  let [interrupted, isNotNow] = [false, false];
  try {
    for await (const file of readForm(request)) {
      const name = cleanFileName(file.name);
      const failed = (error: unknown) => {
        isNotNow ||= notNow(error) !== null;
        return { name, message: messageOf(error, request) };
      };
      try {
        const staged = await stagePhoto(services, file);
        const draft = { ...draftOfRoute(request, "upload.photo", "image"), actor: session };
        const photo = { staged, name, fields: file.fields };
        const taking = audited(services.db, draft, (db) =>
          takePhoto({ ...services, db }, projectSid, session.user, photo),
        ).catch(failed);
        outcomes.push(taking);
        inHand.add(taking);
        void taking.then(() => inHand.delete(taking));
      } catch (error) {
        outcomes.push(Promise.resolve(failed(error)));
        // The rest of this file must flow away before the next one comes.
        file.stream.resume();
      }
      while (inHand.size >= MAX_IN_HAND) await Promise.race(inHand);
    }
  } catch (error) {
    request.log.info({ err: error }, "an upload was interrupted");
    interrupted = true;
  }
  const settled = await Promise.all(outcomes);
  const errors = settled.filter((outcome) => "message" in outcome);
  if (interrupted) errors.push(INTERRUPTED);
  else if (settled.length === 0) errors.push(NO_FILE);
  return { images: settled.filter((outcome) => "sha256" in outcome), errors, isNotNow };
}

/** One sentence for the person; what is nobody's mistake but ours goes to the log. */
function messageOf(error: unknown, request: FastifyRequest): string {
  const refusal = notNow(error);
  if (refusal !== null) {
    request.log.error({ err: refusal.cause }, "a photo was refused for now");
    return refusal.message;
  }
  const isForPeople = [AppError, TooLargeError, ProcessError].some((kind) => error instanceof kind);
  if (isForPeople && error instanceof Error) return error.message;
  request.log.error({ err: error }, "a photo could not be taken");
  return MESSAGES.serverError;
}
