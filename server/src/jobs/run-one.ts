import { putOff } from "../db/queue-state.ts";
import { notNow } from "../errors/app-error.ts";
import { failureReason } from "../telemetry/job-meters.ts";
import { reportError } from "../telemetry/report-error.ts";
import { startSpan } from "../telemetry/trace.ts";
import { during } from "../telemetry/work-at-hand.ts";
import type { JobEnd, JobRun, WorkerContext } from "./context.ts";
import { isOfOurEnd } from "./in-words.ts";
import { MAX_ATTEMPTS, type JobDefinition } from "../queue/job.ts";
import { originOf } from "../queue/job-origin.ts";

export type Handler<Payload> = (context: WorkerContext, run: JobRun<Payload>) => Promise<JobEnd | void>;

/** A job as the queue gives it. */
export type QueuedJob = { id: string; data: object; retryCount: number; signal: AbortSignal };

/** One try: its ids stand in every line that is logged meanwhile, and how it ended is counted. */
export async function runOne<Payload extends object>(
  context: WorkerContext,
  job: JobDefinition<Payload>,
  { id, data, retryCount, signal }: QueuedJob,
  handle: Handler<Payload>,
): Promise<void> {
  const run = { queueId: id, attempt: retryCount + 1, signal };
  const origin = originOf(data);
  const facts = { "messaging.destination.name": job.name, "messaging.message.id": id, "precount.attempt": run.attempt };
  const span = startSpan(`process ${job.name}`, { kind: "consumer", facts, parent: origin.traceparent });
  const trace = span && { traceparent: span.traceparent };
  await during({ ...origin, ...trace, jobId: id, queue: job.name, attempt: run.attempt }, async () => {
    const { meters, log } = context;
    const startedAt = performance.now();
    const finished = meters.report.begin(job.name);
    const end = (ended: JobEnd): void => {
      finished();
      span?.end({ facts: { "precount.outcome": ended.outcome }, isFailed: ended.outcome !== "done" });
      if (ended.error !== undefined && failureReason(ended.error) === "other")
        reportError(ended.error, `job ${job.name}`);
      const elapsedMs = performance.now() - startedAt;
      meters.attempted(job.name, ended, elapsedMs);
      log.debug({ outcome: ended.outcome, elapsedMs: Math.round(elapsedMs) }, "job");
    };
    try {
      const ended = await handle(context, { ...run, payload: job.payload.parse(data) });
      end(ended ?? { outcome: "done" });
    } catch (error) {
      if (isOfOurEnd(error)) {
        end({ outcome: "retry", error });
        await context.queue.handBack(context.db, job.name, run);
        return;
      }
      if (notNow(error) !== null) {
        log.warn({ err: error }, "a job is put off");
        end({ outcome: "retry", error });
        await putOff(context.db, run);
        return;
      }
      const tries = 1 + (job.queue?.retryLimit ?? MAX_ATTEMPTS - 1);
      log.warn({ err: error }, "a job failed");
      end({ outcome: run.attempt < tries ? "retry" : "failed", error });
      throw error;
    }
  });
}
