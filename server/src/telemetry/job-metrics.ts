import { Counter, Histogram, type Registry } from "prom-client";
import { type Prediction, STAGES, type Stage, applyPatches, resultStatus } from "@precount/domain";
import { ProcessError } from "@precount/forked-process";
import { isDatabaseUnavailable, asTransientError } from "../errors/transient-error.ts";
import type { JobEnd } from "../jobs/context.ts";
import { detectPhoto } from "../queue/detect-photo.job.ts";
import { VisionServiceError } from "../operations/experiment/vision-service.ts";
import { BlobMissingError, StorageError } from "../storage/blob-store.ts";
import { startSpan, traced } from "./trace.ts";
import { currentWork } from "./work-context.ts";
import { WorkReport } from "./work-report.ts";

/** Seconds. A crop is read in hundredths, a photo in tenths, a document in minutes. */
const BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Counts what a worker does. */
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
      help: "How long a try of a job took, by how it ended: done, to be tried again, or failed for good",
      labelNames: ["queue", "outcome"],
      buckets: BUCKETS_S,
      registers,
    });
    this.#failures = new Counter({
      name: "job_failures_total",
      help: "Tries that failed, by why",
      labelNames: ["queue", "reason"],
      registers,
    });
    this.#stages = new Histogram({
      name: "stage_duration_seconds",
      help: "How long each stage of a photo's or document's way took",
      labelNames: ["stage"],
      buckets: BUCKETS_S,
      registers,
    });
    this.#results = new Counter({
      name: "detected_results_total",
      help: "What detections found, by what it is and whether its values are valid",
      labelNames: ["label", "status"],
      registers,
    });
  }

  recordAttempt(queue: string, { outcome, error }: JobEnd, elapsedMs: number): void {
    this.#attempts.observe({ queue, outcome }, elapsedMs / 1000);
    if (queue === detectPhoto.name) this.report.detection(outcome);
    if (outcome !== "done") this.#failures.inc({ queue, reason: failureReason(error) });
  }

  stage(stage: Stage, elapsedMs: number): void {
    this.report.stage(stage, elapsedMs);
    this.#stages.observe({ stage }, elapsedMs / 1000);
  }

  /** Runs one and counts how long it took, however it ends. */
  async timeStage<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await traced(stage, {}, work);
    } finally {
      this.stage(stage, performance.now() - startedAt);
    }
  }

  /** Stages that another process went through, one after the other until now. */
  recordStages(stagesMs: Readonly<Partial<Record<Stage, number>>>): void {
    const stages = STAGES.flatMap((stage) =>
      stagesMs[stage] === undefined ? [] : [[stage, stagesMs[stage]] as const],
    );
    let atMs = Date.now() - stages.reduce((sum, [, elapsedMs]) => sum + elapsedMs, 0);
    for (const [stage, elapsedMs] of stages) {
      this.stage(stage, elapsedMs);
      const span = startSpan(stage, { kind: "internal", parent: currentWork()?.traceparent, atMs });
      atMs += elapsedMs;
      span?.end({ atMs });
    }
  }

  /** What one detection found. */
  countResults(predictions: readonly Prediction[]): void {
    for (const result of applyPatches(predictions, [])) {
      this.#results.inc({ label: result.label, status: resultStatus(result) });
    }
  }
}

/** Why a try failed, one of few: a label of metrics must never be what somebody typed. `other` is nobody's fault but ours. */
export function failureReason(error: unknown): string {
  if (error instanceof ProcessError) return error.kind;
  if (error instanceof BlobMissingError) return "file-missing";
  if (error instanceof VisionServiceError) return "vision-service";
  if (error instanceof StorageError) return `storage-${error.kind}`;
  if (isDatabaseUnavailable(error)) return "database-away";
  // A disk's own words, or the database's about its disk.
  return asTransientError(error) === null ? "other" : "storage-full";
}
