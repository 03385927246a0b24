import type { TokenAccess } from "@precount/domain";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { requireSession } from "../auth/require-session.ts";
import type { ImageRow } from "../db/images/read.ts";
import { imageVersion } from "../db/images/contents-url.ts";
import { AppError, notFound } from "../errors/app-error.ts";
import type { Services } from "../operations/context.ts";
import { BlobMissingError, StorageError } from "../errors/storage-error.ts";
import type { PreviewWidth } from "../storage/preview-store.ts";
import { ProcessError } from "@precount/forked-process";
import { requireImage } from "../operations/image/require-image.ts";
import { attachment, guarded } from "./content-disposition.ts";

const WIDTHS: Readonly<Record<string, PreviewWidth>> = { "320": 320, "2048": 2048, full: 0 };
const querySchema = z.object({
  w: z.enum(["320", "2048", "full"]).catch("full"),
  v: z.string().optional().catch(undefined),
});
const MEDIA_TYPES: Readonly<Record<string, string>> = { heic: "image/heic", jpeg: "image/jpeg", png: "image/png" };

type ImageParams = { Params: { project: string; image: string } };
type DownloadParams = { Params: { image: string } };

/** Sends previews and originals of images. The cookie is sufficient (PD-42). */
export function imageFileRoutes(app: FastifyInstance, services: Services): void {
  for (const prefix of ["/api", ""]) {
    app.get<ImageParams>(`${prefix}/projects/:project/images/:image/contents`, async (request, reply) => {
      const { image, project } = await visibleImage(services, request, request.params.image, "signed-in");
      // A URL with another event's name is NOT_FOUND.
      if (![project.sid, project.slug].includes(request.params.project)) throw notFound("image");
      return sendPreview(services, image, request, reply);
    });
    app.get<DownloadParams>(`${prefix}/images/:image/download`, async (request, reply) => {
      const { image } = await visibleImage(services, request, request.params.image, "export");
      return sendOriginal(services, image, reply);
    });
  }
}

async function visibleImage(services: Services, request: FastifyRequest, sid: string, access: TokenAccess) {
  const { user } = await requireSession(services, request, access);
  return requireImage(services.db, user, sid);
}

/** With a version in its URL a preview never changes, so browsers cache it forever; without one they revalidate it. */
async function sendPreview(
  { previewMaker }: Services,
  image: ImageRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { w, v } = querySchema.parse(request.query);
  const version = imageVersion(image);
  const etag = `"${version}-${w}"`;
  void reply
    .header("etag", etag)
    // Private, because shared caches cannot check who may see it.
    .header("cache-control", v === version ? "private, max-age=31536000, immutable" : "private, no-cache");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const path = await previewMaker.ensure(image, WIDTHS[w] ?? 0).catch(toAppError);
  const { size } = await stat(path);
  return guarded(reply).type("image/webp").header("content-length", size).send(createReadStream(path));
}

async function sendOriginal({ blobs }: Services, image: ImageRow, reply: FastifyReply): Promise<FastifyReply> {
  const { stream, sizeBytes } = await blobs.openRead(image.sha256).catch(toAppError);
  return guarded(reply)
    .type(MEDIA_TYPES[image.format] ?? `image/${image.format}`)
    .header("content-length", sizeBytes)
    .header("content-disposition", attachment(image.name))
    .header("cache-control", "private, no-cache")
    .send(stream);
}

function toAppError(error: unknown): never {
  if (error instanceof BlobMissingError) throw new AppError("NOT_FOUND", error.message, { cause: error });
  if (error instanceof StorageError || error instanceof ProcessError) {
    throw new AppError("UNPROCESSABLE_CONTENT", error.message, { cause: error });
  }
  throw error;
}
