import type { FastifyInstance } from "fastify";
import { Histogram, type Registry } from "prom-client";

/** Seconds. Images and lists should take at most the first few buckets; uploads and reports may take longer. */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Measures the duration of each route. All procedure calls share one route: `createCallMetrics` measures them by procedure. */
export function addRequestMetrics(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's first byte to its response's last byte",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  app.addHook("onResponse", (request, reply, done) => {
    // The route's pattern instead of the URL, because every label value is a separate time series.
    const route = request.routeOptions.url ?? "none";
    const labels = { method: request.method, route, status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}

export type CallEnd = { path: string; code: string; elapsedMs: number };

/** Returns a function that records the duration and outcome of a call. `path` must be a path of the router. */
export function createCallMetrics(registry: Registry): (end: CallEnd) => void {
  const durations = new Histogram({
    name: "rpc_duration_seconds",
    help: "Duration of a call by outcome: OK or the error code",
    labelNames: ["procedure", "code"],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  return ({ path, code, elapsedMs }) => durations.observe({ procedure: path, code }, elapsedMs / 1000);
}
