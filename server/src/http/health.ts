import type { FastifyInstance } from "fastify";
import { notReadyInWords } from "../operations/status/readiness.ts";
import type { Services } from "../operations/context.ts";

/** /api/health: the process answers. /api/ready: it can do its work, and is to be sent some. */
export function serveHealth(app: FastifyInstance, { readiness }: Pick<Services, "readiness">): void {
  app.get("/api/health", () => ({ status: "ok" }));
  app.get("/api/ready", async (_request, reply) => {
    const reason = await readiness.whyNot();
    if (reason === null) return { status: "ready" };
    return reply.code(503).send({ code: "SERVICE_UNAVAILABLE", message: notReadyInWords(reason) });
  });
}
