import { Gauge, type Registry } from "prom-client";
import { countWorkByStatus, listQueueStates } from "../db/jobs/queue-state.ts";
import type { Services } from "../operations/context.ts";

/** Cache lifetime, because several scrapers may ask and counting 200,000 images takes tens of milliseconds. */
const CACHE_MS = 10_000;
/** A scrape continues without these metrics when the database takes longer. */
const TIMEOUT_MS = 2000;

/** Adds metrics of the work in the database, equal in every API process. They are absent while the database is away. */
export function addWorkMetrics(registry: Registry, { db, log }: Pick<Services, "db" | "log">): void {
  // A scrape collects all gauges at once; they share one query.
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect: () => refresh() });
  const jobs = gauge("queue_jobs", "Jobs that wait, wait for a retry, or run", ["queue", "state"]);
  const oldest = gauge("queue_oldest_seconds", "Age of the oldest job", ["queue", "state"]);
  const images = gauge("images", "Images by status", ["status"]);
  const tasks = gauge("document_tasks", "Document tasks by status", ["status"]);

  const read = async (): Promise<void> => {
    const [states, work] = await Promise.all([listQueueStates(db), countWorkByStatus(db)]);
    for (const gauge of [jobs, oldest, images, tasks]) gauge.reset();
    for (const { name: queue, state, jobs: count, oldestSeconds } of states) {
      jobs.set({ queue, state }, count);
      oldest.set({ queue, state }, oldestSeconds);
    }
    for (const { kind, status, count } of work) (kind === "image" ? images : tasks).set({ status }, count);
  };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const refresh = (): Promise<void> => {
    if (performance.now() - readAt < CACHE_MS) return Promise.resolve();
    reading ??= read()
      .then(() => void (readAt = performance.now()))
      .catch((error: unknown) => {
        for (const gauge of [jobs, oldest, images, tasks]) gauge.reset();
        log.debug({ err: error }, "counting the work for the metrics failed");
      })
      .finally(() => (reading = undefined));
    return Promise.race([reading, new Promise<void>((resolve) => void setTimeout(resolve, TIMEOUT_MS).unref())]);
  };
}
