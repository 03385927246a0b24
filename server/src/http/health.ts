import type { FastifyInstance } from "fastify";
import type { Services } from "../operations/context.ts";
import { notReadyMessage } from "../operations/status/readiness.ts";

/** GET /api/health: the process answers. GET /api/ready: the process can do its work, so traffic may be sent to it. */
export function serveHealth(app: FastifyInstance, { readiness }: Pick<Services, "readiness">): void {
  app.get("/api/health", () => ({ status: "ok" }));
  app.get("/api/ready", async (_request, reply) => {
    const reason = await readiness.whyNotReady();
    if (reason === null) return { status: "ready" };
    return reply.code(503).send({ code: "SERVICE_UNAVAILABLE", message: notReadyMessage(reason) });
  });
}
