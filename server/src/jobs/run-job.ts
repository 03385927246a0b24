import { ProcessError } from "@precount/forked-process";
import { detectPhoto } from "../queue/detect-photo.job.ts";
import { postponeAttempt } from "../db/jobs/queue-state.ts";
import { asTransientError } from "../errors/transient-error.ts";
import { failureReason } from "./failure-reason.ts";
import { reportError } from "../telemetry/report-error.ts";
import { startSpan } from "../telemetry/trace.ts";
import { runWithWork } from "../telemetry/work-context.ts";
import type { JobEnd, WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";
import { isWorkerShutdown } from "../errors/user-message.ts";
import { MAX_ATTEMPTS } from "../db/jobs/max-attempts.ts";
import type { JobDefinition } from "../queue/job.ts";
import { readOrigin } from "../queue/job-origin.ts";

export type Handler<Payload> = (context: WorkerContext, run: JobRun<Payload>) => Promise<JobEnd | void>;

/** A job as pg-boss passes it. */
export type QueuedJob = { id: string; data: object; retryCount: number; signal: AbortSignal };

/** Runs one attempt: its ids are added to log lines, and its outcome and duration to the metrics. */
export async function runJob<Payload extends object>(
  context: WorkerContext,
  job: JobDefinition<Payload>,
  { id, data, retryCount, signal }: QueuedJob,
  handle: Handler<Payload>,
): Promise<void> {
  const run = { queueId: id, attempt: retryCount + 1, signal };
  const origin = readOrigin(data);
  const facts = { "messaging.destination.name": job.name, "messaging.message.id": id, "precount.attempt": run.attempt };
  const span = startSpan(`process ${job.name}`, { kind: "consumer", attributes: facts, parent: origin.traceparent });
  const trace = span && { traceparent: span.traceparent };
  await runWithWork({ ...origin, ...trace, jobId: id, queue: job.name, attempt: run.attempt }, async () => {
    const { metrics, log } = context;
    const startedAt = performance.now();
    const finished = metrics.report.begin(job.name);
    const end = (ended: JobEnd): void => {
      finished();
      span?.end({ attributes: { "precount.outcome": ended.outcome }, isFailed: ended.outcome !== "done" });
      const reason = ended.outcome === "done" ? null : failureReason(ended.error);
      if (ended.error !== undefined && reason === "other") reportError(ended.error, `job ${job.name}`);
      const elapsedMs = performance.now() - startedAt;
      metrics.recordAttempt(job.name, { outcome: ended.outcome, failureReason: reason }, elapsedMs);
      if (job.name === detectPhoto.name) metrics.report.recordDetection(ended.outcome);
      log.debug({ outcome: ended.outcome, elapsedMs: Math.round(elapsedMs) }, "job");
    };
    try {
      const ended = await handle(context, { ...run, payload: job.payload.parse(data) });
      end(ended ?? { outcome: "done" });
    } catch (error) {
      if (isWorkerShutdown(error)) {
        end({ outcome: "retry", error });
        await context.queue.returnJob(context.db, job.name, run);
        return;
      }
      if (asTransientError(error) !== null) {
        log.warn({ err: error }, "a job is postponed because of an outage");
        end({ outcome: "retry", error });
        await postponeAttempt(context.db, run);
        return;
      }
      if (error instanceof ProcessError && error.kind === "permanent") {
        log.warn({ err: error }, "a job failed and is not retried, because it would fail again");
        end({ outcome: "failed", error });
        await context.queue.failAttempt(context.db, job.name, run, { message: error.message, isFinal: true });
        return;
      }
      const maxAttempts = 1 + (job.queue?.retryLimit ?? MAX_ATTEMPTS - 1);
      log.warn({ err: error }, "a job failed");
      end({ outcome: run.attempt < maxAttempts ? "retry" : "failed", error });
      throw error;
    }
  });
}
