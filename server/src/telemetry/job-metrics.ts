import { Counter, Histogram, type Registry } from "prom-client";
import { type Prediction, STAGES, type Stage, applyPatches, resultStatus } from "@precount/domain";
import { startSpan, traced } from "./trace.ts";
import { currentWork } from "./work-context.ts";
import { WorkReport } from "./work-report.ts";

/** Seconds. A crop takes hundredths of a second, a photo tenths, a document minutes. */
const BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** The result of one attempt. `failureReason` is null for "done"; it is a label, so it must be one of few values. */
export type AttemptEnd = { outcome: "done" | "retry" | "failed"; failureReason: string | null };

/** The metrics of a worker's jobs. */
export class JobMetrics {
  readonly report = new WorkReport();
  readonly #attempts: Histogram;
  readonly #failures: Counter;
  readonly #stages: Histogram;
  readonly #results: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#attempts = new Histogram({
      name: "job_attempt_duration_seconds",
      help: "Duration of a job attempt by outcome: done, retry, or failed permanently",
      labelNames: ["queue", "outcome"],
      buckets: BUCKETS_S,
      registers,
    });
    this.#failures = new Counter({
      name: "job_failures_total",
      help: "Failed job attempts by reason",
      labelNames: ["queue", "reason"],
      registers,
    });
    this.#stages = new Histogram({
      name: "stage_duration_seconds",
      help: "Duration of each processing stage of a photo or document",
      labelNames: ["stage"],
      buckets: BUCKETS_S,
      registers,
    });
    this.#results = new Counter({
      name: "detected_results_total",
      help: "Results of detections by class and by whether their values are valid",
      labelNames: ["label", "status"],
      registers,
    });
  }

  recordAttempt(queue: string, { outcome, failureReason }: AttemptEnd, elapsedMs: number): void {
    this.#attempts.observe({ queue, outcome }, elapsedMs / 1000);
    if (failureReason !== null) this.#failures.inc({ queue, reason: failureReason });
  }

  recordStage(stage: Stage, elapsedMs: number): void {
    this.report.recordStage(stage, elapsedMs);
    this.#stages.observe({ stage }, elapsedMs / 1000);
  }

  /** Runs a stage and records its duration, also when it fails. */
  async timeStage<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await traced(stage, {}, work);
    } finally {
      this.recordStage(stage, performance.now() - startedAt);
    }
  }

  /** Records consecutive stages that another process has just finished. */
  recordStages(stagesMs: Readonly<Partial<Record<Stage, number>>>): void {
    const stages = STAGES.flatMap((stage) =>
      stagesMs[stage] === undefined ? [] : [[stage, stagesMs[stage]] as const],
    );
    let atMs = Date.now() - stages.reduce((sum, [, elapsedMs]) => sum + elapsedMs, 0);
    for (const [stage, elapsedMs] of stages) {
      this.recordStage(stage, elapsedMs);
      const span = startSpan(stage, { kind: "internal", parent: currentWork()?.traceparent, atMs });
      atMs += elapsedMs;
      span?.end({ atMs });
    }
  }

  /** Counts the results of one detection. */
  countResults(predictions: readonly Prediction[]): void {
    for (const result of applyPatches(predictions, [])) {
      this.#results.inc({ label: result.label, status: resultStatus(result) });
    }
  }
}
