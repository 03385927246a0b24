import { MAX_DOCUMENT_BYTES, MAX_PHOTO_BYTES } from "@precount/domain";
import { Semaphore } from "async-mutex";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requireSession } from "../auth/require-session.ts";
import type { Services } from "../operations/context.ts";
import { analyze } from "../operations/experiment/analyze.ts";
import { extract } from "../operations/experiment/extract.ts";
import { acceptForms } from "./forms.ts";
import { readOneFile } from "./one-file-form.ts";
import { limitCalls } from "./limit-calls.ts";

/** Concurrent session checks of uploads; more would block the event loop (http/upload/route.ts). */
const admission = new Semaphore(4);

/** POST /api/analyze and /api/gpt/vision: try a model or the document reader (PD-52, PD-53, PD-57). Nothing is stored. */
export async function experimentRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await acceptForms(scope);
    scope.post("/api/analyze", async (request, reply) => {
      const { user } = await admit(services, request);
      const { staged, fields } = await readOneFile(services.blobs, request, MAX_PHOTO_BYTES);
      return analyze(services, { user, staged, fields, signal: disconnectSignal(reply) });
    });
    scope.post("/api/gpt/vision", async (request, reply) => {
      await admit(services, request);
      const { staged, fields } = await readOneFile(services.blobs, request, MAX_DOCUMENT_BYTES);
      return extract(services, { staged, fields, signal: disconnectSignal(reply) });
    });
  });
}

const admit = (services: Services, request: FastifyRequest) =>
  admission.runExclusive(async () => {
    const session = await requireSession(services, request, "experiment.run");
    await limitCalls(services, session.user.sid, "experiment");
    return session;
  });

/** Aborted when the client disconnects before the answer. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  raw.on("close", () => {
    if (!raw.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}
