import { groupIdSchema, sidSchema } from "@precount/domain";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { requireSession } from "../auth/require-session.ts";
import { findExample } from "../db/learning/examples.ts";
import { hasGroup } from "../db/groups.ts";
import { notFound, parseOrThrow } from "../errors/app-error.ts";
import type { Services } from "../operations/context.ts";
import { exampleFiles } from "../operations/learning/example-files.ts";
import { zipOf } from "../operations/export/zip.ts";
import { guarded } from "./content-disposition.ts";
import { sendArchive } from "./downloads/send.ts";
import { limitCalls } from "./limit-calls.ts";
import { recordDownload } from "./record-download.ts";

type Picture = { Params: { image: string; result: string } };

const pictureSchema = z.object({ image: sidSchema, result: z.coerce.number().int().min(0).max(100_000) });
const querySchema = z.object({ group: groupIdSchema.optional() });

/** The export of examples to learn from, and their crops, for admins. The cookie is sufficient (PD-42). */
export function learningRoutes(app: FastifyInstance, services: Services): void {
  app.get("/api/learning/examples/download", (request, reply) => sendExamples(services, request, reply));
  app.get<Picture>("/api/learning/examples/:image/:result/picture", (request, reply) =>
    sendPicture(services, request, reply),
  );
}

async function sendExamples(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const session = await requireSession(services, request, "learning.manage");
  await limitCalls(services, session.user.sid, "archive");
  const { group = null } = parseOrThrow(querySchema, request.query);
  if (group !== null && !(await hasGroup(services.db, group))) throw notFound("group");
  const subject = group === null ? { kind: "server", sid: "learning" } : { kind: "group", sid: group };
  await recordDownload(services.db, request, { action: "download.examples", subject });
  return sendArchive(request, reply, {
    title: "Examples",
    extension: "zip",
    type: "application/zip",
    content: () => zipOf(exampleFiles(services, group)),
  });
}

async function sendPicture(
  services: Services,
  request: FastifyRequest<Picture>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await requireSession(services, request, "learning.manage");
  const named = pictureSchema.safeParse(request.params).data;
  const example = named && (await findExample(services.db, named.image, named.result));
  if (!example) throw notFound("example");
  const { stream } = await services.blobs.openRead(example.sha256);
  return guarded(reply).type("image/jpeg").header("cache-control", "private, no-cache").send(stream);
}
