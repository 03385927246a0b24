import type { FastifyInstance } from "fastify";
import type { Services } from "./services.ts";

const READY_WITHIN_MS = 2000;

/** /api/health: the process answers. /api/ready: it can do its work, which needs the database. */
export function serveHealth(app: FastifyInstance, { pool }: Services): void {
  app.get("/api/health", () => ({ status: "ok" }));
  app.get("/api/ready", async (_request, reply) => {
    const isReady = await Promise.race([
      pool.query("select 1").then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => void setTimeout(resolve, READY_WITHIN_MS, false).unref()),
    ]);
    return isReady
      ? { status: "ready" }
      : reply.code(503).send({ code: "SERVICE_UNAVAILABLE", message: "The database does not answer." });
  });
}
