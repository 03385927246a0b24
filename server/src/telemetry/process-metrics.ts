import type { Pool } from "pg";
import { Counter, Gauge, Registry, collectDefaultMetrics } from "prom-client";
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

/** Figures of several processes in Prometheus's text format as one: what has the same name stands together, as the format wants it. */
export function mergeFigures(texts: readonly string[]): string {
  const families = new Map<string, { head: string[]; lines: string[] }>();
  for (const block of texts.flatMap((text) => text.split(/^(?=# HELP )/m))) {
    const name = /^# HELP (\S+)/.exec(block)?.[1];
    if (name === undefined) continue;
    const [head, lines] = [[] as string[], [] as string[]];
    for (const line of block.split("\n")) if (line !== "") (line.startsWith("#") ? head : lines).push(line);
    const family = families.get(name);
    if (family) family.lines.push(...lines);
    else families.set(name, { head, lines });
  }
  return [...families.values()].map(({ head, lines }) => [...head, ...lines, ""].join("\n")).join("\n");
}
