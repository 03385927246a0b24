import type { FastifyInstance } from "fastify";
import { countDerivations } from "./auth/password.ts";
import { Counter, Histogram, Registry, collectDefaultMetrics } from "prom-client";

/** Seconds; pictures and lists should stand in the first few, uploads and reports further on. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** GET /api/metrics for Prometheus: the process, its event loop's delay, and how long each route takes. What it answers from is for others to count in. */
export function serveMetrics(app: FastifyInstance): Registry {
  // Of this app alone: tests start several in one process.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's first byte to its answer's last",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  registry.registerMetric(
    new Counter({
      name: "password_derivations_total",
      help: "Passwords that were hashed, each for tens of milliseconds of a core",
      registers: [],
      collect() {
        this.reset();
        this.inc(countDerivations());
      },
    }),
  );
  app.addHook("onResponse", (request, reply, done) => {
    // The route's pattern, never the address: there must be few of them.
    const route = request.routeOptions.url ?? "none";
    const labels = { method: request.method, route, status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  app.get("/api/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
  return registry;
}
