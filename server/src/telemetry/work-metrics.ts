import { Gauge, type Registry } from "prom-client";
import { listQueueStates, countWorkByStatus } from "../db/jobs/queue-state.ts";
import type { Services } from "../processes/services.ts";

/** Several may scrape; counting 200,000 images takes tens of milliseconds. */
const FRESH_MS = 10_000;
/** A scrape is answered without them when the database takes longer. */
const PATIENCE_MS = 2000;

/** What is in the database of work: the same from every API process. Absent while the database is away. */
export function addWorkMetrics(registry: Registry, { db, log }: Pick<Services, "db" | "log">): void {
  // Each waits for the same look: a scrape asks them all at once.
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect: () => refresh() });
  const jobs = gauge("queue_jobs", "Jobs that wait, wait for their next try, or run", ["queue", "state"]);
  const oldest = gauge("queue_oldest_seconds", "Since when the longest of them has been there", ["queue", "state"]);
  const images = gauge("images", "Images by status", ["status"]);
  const tasks = gauge("document_tasks", "Document tasks by status", ["status"]);

  const read = async (): Promise<void> => {
    const [states, work] = await Promise.all([listQueueStates(db), countWorkByStatus(db)]);
    for (const one of [jobs, oldest, images, tasks]) one.reset();
    for (const { name: queue, state, jobs: count, oldestSeconds } of states) {
      jobs.set({ queue, state }, count);
      oldest.set({ queue, state }, oldestSeconds);
    }
    for (const { kind, status, count } of work) (kind === "image" ? images : tasks).set({ status }, count);
  };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const refresh = (): Promise<void> => {
    if (performance.now() - readAt < FRESH_MS) return Promise.resolve();
    reading ??= read()
      .then(() => void (readAt = performance.now()))
      .catch((error: unknown) => {
        for (const one of [jobs, oldest, images, tasks]) one.reset();
        log.debug({ err: error }, "the work could not be counted for the metrics");
      })
      .finally(() => (reading = undefined));
    return Promise.race([reading, new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE_MS).unref())]);
  };
}
