import { Socket } from "node:net";
import type { Readable } from "node:stream";
import { MAX_PHOTO_BYTES, cleanFileName } from "@precount/domain";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError, parseOrThrow } from "../../errors/app-error.ts";
import { WrongOffsetError } from "../../errors/storage-error.ts";
import { asTransientError } from "../../errors/transient-error.ts";
import { addImage, stagePhoto } from "../../operations/image/add-image.ts";
import type { Services } from "../../operations/context.ts";
import { photoFieldsSchema, textField } from "../../operations/image/photo-fields.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import { auditedRequest } from "../audited-request.ts";
import { isCutShort } from "../interrupted-upload.ts";
import { INTERRUPTED_PHOTO, type Upload, admit, answer, messageOf } from "./route.ts";

type Params = { Params: { project: string; sha256: string } };
const shaSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "The address must end in the photo's SHA-256 in hexadecimal digits.");
const WRONG_OFFSET = "offset must be a whole number from 0.";
const querySchema = photoFieldsSchema.extend({
  name: textField("name", 1000),
  offset: z.coerce.number(WRONG_OFFSET).int(WRONG_OFFSET).min(0, WRONG_OFFSET).default(0),
});
const DAMAGED = "The photo was damaged on the way to the server. Send it again.";

/**
 * PUT …/images/upload/{sha256}: one photo as the body (ADR-053). GET …/offset tells how much of it the server has, so that an interrupted
 * upload continues there with `?offset=`.
 */
export async function rawUploadRoute(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is a stream with any content type: the bytes decide what it is (PD-15).
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    const path = "/api/projects/:project/images/upload/:sha256";
    scope.get<Params>(`${path}/offset`, async (request) => {
      const { params } = request;
      const upload = await admit(services, request, params.project);
      return { offset: await services.blobs.resumeOffset(keyOf(upload, parseOrThrow(shaSchema, params.sha256))) };
    });
    scope.put<Params>(path, async (request, reply) => {
      const upload = await admit(services, request, request.params.project);
      return putPhoto(services, upload, request, reply);
    });
  });
}

/** Contains the user, because other users must not continue the file. */
const keyOf = ({ projectSid, session }: Upload, sha256: string): string =>
  `${projectSid}-${session.user.sid}-${sha256}`;

async function putPhoto(
  services: Services,
  upload: Upload,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sha256 = parseOrThrow(shaSchema, request.params.sha256);
  const { name: givenName, offset, ...fields } = parseOrThrow(querySchema, request.query);
  const name = cleanFileName(givenName);
  // The parser above passes the stream on. It is not called for a request without a body.
  const stream = (request.body ?? request.raw) as Readable;
  try {
    const resume = { key: keyOf(upload, sha256), offset };
    // A test's chunks are the test's own; those of a connection were copied from it for this request.
    const ownsChunks = request.raw.socket instanceof Socket;
    const options = { resume, maxBytes: MAX_PHOTO_BYTES, ownsChunks };
    const staged = await stagePhoto(services, { stream, isTooLarge: () => false }, options);
    await requireHash(staged, sha256);
    const call = auditedRequest(request, "upload.photo", "image");
    const photo = { staged, name, fields };
    const image = await addImage({ ...services, call }, upload.projectSid, upload.session.user, photo);
    return answer(request, reply, { images: [image], errors: [], isTransient: false });
  } catch (error) {
    stream.resume();
    if (error instanceof WrongOffsetError) throw new AppError("CONFLICT", error.message, { cause: error });
    const isInterrupted = isCutShort(stream);
    if (isInterrupted) request.log.info({ err: error }, "an upload was interrupted");
    const message = isInterrupted ? INTERRUPTED_PHOTO : messageOf(error, request);
    const isTransient = !isInterrupted && asTransientError(error) !== null;
    return answer(request, reply, { images: [], errors: [{ name, message }], isTransient });
  }
}

async function requireHash(staged: StagedBlob, sha256: string): Promise<void> {
  if (staged.sha256 === sha256) return;
  await staged.discard();
  throw new AppError("BAD_REQUEST", DAMAGED);
}
