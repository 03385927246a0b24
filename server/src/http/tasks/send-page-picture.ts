import { taskIdSchema } from "@precount/domain";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { requireSession } from "../../auth/require-session.ts";
import { findTaskPage } from "../../db/tasks/read.ts";
import { fileMissing, notFound } from "../../errors/app-error.ts";
import { BlobMissingError } from "../../errors/storage-error.ts";
import type { Services } from "../../operations/context.ts";
import { requireTask } from "../../operations/task/require-task.ts";
import { guarded } from "../content-disposition.ts";

const paramsSchema = z.object({
  taskId: z.coerce.number().pipe(taskIdSchema),
  number: z.coerce.number().pipe(z.int().min(1).max(100_000)),
});
type Request = FastifyRequest<{ Params: { taskId: string; number: string }; Querystring: { v?: unknown } }>;

/** Sends the picture of a page (PD-110), found by the task's rows. It has the protections of all uploaded bytes. */
export async function sendPagePicture(
  services: Services,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await requireSession(services, request, "signed-in");
  const params = paramsSchema.safeParse(request.params);
  if (!params.success) throw notFound("page");
  const { task } = await requireTask({ db: services.db, session }, params.data.taskId);
  const page = await findTaskPage(services.db, task.taskId, params.data.number);
  if (!page) throw notFound("page");
  const { stream, sizeBytes } = await services.blobs.openRead(page.sha256).catch((error: unknown) => {
    throw error instanceof BlobMissingError ? fileMissing(MISSING, error) : error;
  });
  const isVersioned = request.query.v === page.sha256.slice(0, 16);
  return (
    guarded(reply)
      .type("image/webp")
      .header("content-length", sizeBytes)
      // Private, because shared caches cannot check who may see it.
      .header("cache-control", isVersioned ? "private, max-age=31536000, immutable" : "private, no-cache")
      .send(stream)
  );
}

const MISSING = "The picture of the page is missing in the storage. Please tell your admin.";
