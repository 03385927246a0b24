import type { Pool } from "pg";
import { AggregatorRegistry, Counter, Gauge, Registry, collectDefaultMetrics } from "prom-client";
import { STORAGE_ERROR_KINDS, countStorageErrors } from "../storage/blob-store.ts";

/** The content type of figures as text. */
export const PROMETHEUS = Registry.PROMETHEUS_CONTENT_TYPE;

/** What a process is: figures of the worker that `serve` starts stand beside the API's own, told apart by this label. */
export type ProcessRole = "api" | "worker";

/** The figures that every process has: memory, processor, event loop, database connections, what the store refused. For others to add to. */
export function createRegistry(
  role: ProcessRole,
  pool: Pick<Pool, "totalCount" | "idleCount" | "waitingCount">,
): Registry {
  // Of its own: tests start several in one process.
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, labels: { process: role } });
  registry.registerMetric(
    new Gauge({
      name: "db_pool_connections",
      help: "Connections to the database that work and that wait for work, and who waits for one",
      labelNames: ["process", "state"],
      registers: [],
      collect() {
        this.set({ process: role, state: "busy" }, pool.totalCount - pool.idleCount);
        this.set({ process: role, state: "idle" }, pool.idleCount);
        this.set({ process: role, state: "waited-for" }, pool.waitingCount);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: "storage_errors_total",
      help: "What the disk or the bucket refused: full, unavailable (it cannot be written), away (it did not answer)",
      labelNames: ["process", "kind"],
      registers: [],
      collect() {
        this.reset();
        for (const kind of STORAGE_ERROR_KINDS) this.inc({ process: role, kind }, countStorageErrors(kind));
      },
    }),
  );
  return registry;
}

/** What a process counts, as one tells it to another. */
export type MetricValues = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** Figures of several processes as one text in Prometheus's format; what has the same name and labels is added up. */
export const formatMetrics = (figures: readonly MetricValues[]): Promise<string> =>
  AggregatorRegistry.aggregate([...figures]).metrics();
