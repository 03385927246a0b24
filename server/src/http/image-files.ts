import { type TokenAccess, cropKeySchema } from "@precount/domain";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { requireSession } from "../auth/require-session.ts";
import type { ImageRow } from "../db/images/read.ts";
import { imageVersion } from "../db/images/contents-url.ts";
import { AppError, fileMissing, notFound, parseOrThrow } from "../errors/app-error.ts";
import type { Services } from "../operations/context.ts";
import { BlobMissingError, StorageError } from "../errors/storage-error.ts";
import type { PreviewWidth } from "../storage/preview-store.ts";
import { ProcessError } from "@precount/forked-process";
import { fetchCrop } from "../operations/crop/fetch-crop.ts";
import { requireImage } from "../operations/image/require-image.ts";
import { attachment, guarded } from "./content-disposition.ts";

const WIDTHS: Readonly<Record<string, PreviewWidth>> = { "320": 320, "2048": 2048, full: 0 };
const querySchema = z.object({
  w: z.enum(["320", "2048", "full"]).default("full"),
  v: z.string().optional(),
});
const MEDIA_TYPES: Readonly<Record<string, string>> = { heic: "image/heic", jpeg: "image/jpeg", png: "image/png" };

type ImageParams = { Params: { project: string; image: string } };
type CropParams = { Params: { project: string; image: string; key: string } };
type DownloadParams = { Params: { image: string } };

/** Sends previews, crops and originals of images. The cookie is sufficient (PD-42). */
export function imageFileRoutes(app: FastifyInstance, services: Services): void {
  for (const prefix of ["/api", ""]) {
    app.get<ImageParams>(`${prefix}/projects/:project/images/:image/contents`, async (request, reply) => {
      return sendPreview(services, await imageOfEvent(services, request), request, reply);
    });
    app.get<CropParams>(`${prefix}/projects/:project/images/:image/crops/:key`, async (request, reply) => {
      return sendCrop(services, await imageOfEvent(services, request), request.params.key, request, reply);
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

async function imageOfEvent(services: Services, request: FastifyRequest<ImageParams>): Promise<ImageRow> {
  const { image, project } = await visibleImage(services, request, request.params.image, "signed-in");
  // A URL with another event's name is NOT_FOUND.
  if (![project.sid, project.slug].includes(request.params.project)) throw notFound("image");
  return image;
}

/** With a version in its URL a preview never changes, so browsers cache it forever; without one they revalidate it. */
export async function sendPreview(
  { previewMaker }: Services,
  image: ImageRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { w, v } = parseOrThrow(querySchema, request.query);
  const version = imageVersion(image);
  const etag = `"${version}-${w}"`;
  void reply
    .header("etag", etag)
    // Private, because shared caches cannot check who may see it.
    .header("cache-control", v === version ? "private, max-age=31536000, immutable" : "private, no-cache");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  const path = await previewMaker.ensure(image, WIDTHS[w] ?? 0).catch(toAppError);
  const { size } = await stat(path);
  return guarded(reply)
    .type(path.endsWith(".webp") ? "image/webp" : "image/jpeg")
    .header("content-length", size)
    .send(createReadStream(path));
}

/** A crop is named by its box, so with the photo's version in its URL it never changes. */
export async function sendCrop(
  services: Services,
  image: ImageRow,
  givenKey: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = cropKeySchema.safeParse(givenKey);
  if (!key.success) throw notFound("crop");
  const { v } = parseOrThrow(querySchema, request.query);
  // The answer for a missing crop must not be cached, because the worker makes the crop within seconds.
  void reply.header("cache-control", "no-store");
  const contents = await fetchCrop(services, image, key.data);
  const isCurrent = v === imageVersion(image);
  return guarded(reply)
    .type("image/webp")
    .header("cache-control", isCurrent ? "private, max-age=31536000, immutable" : "private, no-cache")
    .send(contents);
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
  if (error instanceof BlobMissingError) throw fileMissing(error.message, error);
  if (error instanceof StorageError || error instanceof ProcessError) {
    throw new AppError("UNPROCESSABLE_CONTENT", error.message, { cause: error });
  }
  throw error;
}
