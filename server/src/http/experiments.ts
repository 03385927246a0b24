import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { requireSession } from "../auth/sessions.ts";
import { Semaphore } from "../lib/semaphore.ts";
import type { Services } from "../processes/services.ts";
import { analyze } from "../operations/experiment/analyze.ts";
import { extract } from "../operations/experiment/extract.ts";

/** As for photos: those that begin at once are let in a few at a time. */
const entry = new Semaphore(4);

/** Quick tests of a model and of the reader of documents (decisions 52, 53 and 57). Nothing of them is stored. */
export async function experimentRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.post("/api/analyze", async (request, reply) => {
      const { user } = await enter(services, request);
      return analyze(services, { user, request, signal: untilGone(reply) });
    });
    scope.post("/api/gpt/vision", async (request, reply) => {
      await enter(services, request);
      return extract(services, { request, signal: untilGone(reply) });
    });
  });
}

const enter = (services: Services, request: FastifyRequest) =>
  entry.pass(() => requireSession(services, request, "experiment.run"));

/** Aborted when whoever asked has gone before the answer. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.on("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
