import type { Pool } from "pg";
import { AggregatorRegistry, Gauge, Registry, collectDefaultMetrics } from "prom-client";

/** Content type of metrics in Prometheus's text format. */
export const PROMETHEUS = Registry.PROMETHEUS_CONTENT_TYPE;

/** Value of the `process` label. It separates the API's metrics from those of the worker that `serve` starts. */
export type ProcessRole = "api" | "worker";

/** Creates a registry with the metrics of every process: memory, CPU, event loop and database connections. */
export function createRegistry(
  role: ProcessRole,
  pool: Pick<Pool, "totalCount" | "idleCount" | "waitingCount">,
): Registry {
  // Not prom-client's global registry, because tests start several servers in one process.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, labels: { process: role } });
  registry.registerMetric(
    new Gauge({
      name: "db_pool_connections",
      help: "Database connections that are busy or idle, and requests that wait for one (waited-for)",
      labelNames: ["process", "state"],
      registers: [],
      collect() {
        this.set({ process: role, state: "busy" }, pool.totalCount - pool.idleCount);
        this.set({ process: role, state: "idle" }, pool.idleCount);
        this.set({ process: role, state: "waited-for" }, pool.waitingCount);
      },
    }),
  );
  return registry;
}

/** The metrics of one process as JSON, for passing them between processes. */
export type MetricValues = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** Formats metrics of several processes as Prometheus text. Values with the same name and labels are summed. */
export const formatMetrics = (values: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate([...values]).metrics();
