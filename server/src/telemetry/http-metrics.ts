import type { FastifyInstance } from "fastify";
import { Counter, Histogram, type Registry } from "prom-client";
import { countDerivations } from "../auth/password.ts";

/** Seconds; pictures and lists should stand in the first few, uploads and reports further on. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** How long each route takes. Calls all have one route: `countCalls` tells them apart. */
export function addRequestMetrics(app: FastifyInstance, registry: Registry): void {
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
}

export type CallEnd = { path: string; code: string; elapsedMs: number };

/** How long each call takes and how it ends; `path` must be one of the router's own. */
export function createCallMetrics(registry: Registry): (end: CallEnd) => void {
  const durations = new Histogram({
    name: "rpc_duration_seconds",
    help: "Time that a call took, by how it ended: OK, or the code of its refusal",
    labelNames: ["procedure", "code"],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  return ({ path, code, elapsedMs }) => durations.observe({ procedure: path, code }, elapsedMs / 1000);
}
