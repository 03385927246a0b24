import { Writable } from "node:stream";
import { ProcessError } from "@precount/forked-process";
import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { z } from "zod";
import { createLogger } from "../telemetry/logger.ts";
import { JobMetrics } from "../telemetry/job-metrics.ts";
import { runWithWork } from "../telemetry/work-context.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import { defineJob } from "../queue/job.ts";
import { currentOrigin } from "../queue/job-origin.ts";
import { type Handler, runJob } from "./run-job.ts";

const job = defineJob({ name: "count-shelves", payload: z.object({ sid: z.string() }), expireInSeconds: 10 });

/** Runs one attempt of a job that a request enqueued, and returns its log lines and metrics. */
async function run(handle: Handler<{ sid: string }>, attempt = 1) {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write: (line, _encoding, done) => {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const registry = new Registry();
  const log = createLogger({ logLevel: "debug" }, destination);
  // The only parts of the context that this handler uses.
  const ended: { message: string; isFinal: boolean }[] = [];
  const failAttempt = async (...given: [unknown, unknown, unknown, (typeof ended)[number]]) =>
    void ended.push(given[3]);
  const queue = { failAttempt };
  const context = { log, metrics: new JobMetrics(registry), queue } as unknown as WorkerContext;
  const data = runWithWork({ requestId: "4f1d90aa32b7c655" }, () => ({ sid: "a", ...currentOrigin() }));
  const queued = { id: "3f2c", data, retryCount: attempt - 1, signal: new AbortController().signal };
  const failure: unknown = await runJob(context, job, queued, handle).catch((error: unknown) => error);
  return { lines, failure, ended, counted: await registry.metrics() };
}

it("each log line of an attempt names the job and the request that queued it", async () => {
  const { lines } = await run(async ({ log }, { payload }) => {
    await Promise.resolve();
    log.info({ payload }, "counting");
    return { outcome: "done" };
  }, 2);
  expect(lines).toHaveLength(2);
  const ids = { requestId: "4f1d90aa32b7c655", jobId: "3f2c", queue: "count-shelves", attempt: 2 };
  for (const line of lines) expect(line).toMatchObject(ids);
  expect(lines[0]).toMatchObject({ msg: "counting", payload: { sid: "a" } });
});

it("counts how each attempt ended, with a short reason", async () => {
  const thrown = await run(() => Promise.reject(new Error("ada@precount.test")));
  expect(thrown.failure).toMatchObject({ message: "ada@precount.test" });
  expect(thrown.counted).toContain('job_attempt_duration_seconds_count{queue="count-shelves",outcome="retry"} 1');
  expect(thrown.counted).toContain('job_failures_total{queue="count-shelves",reason="other"} 1');
  expect((await run(() => Promise.reject(new Error("no")), 5)).counted).toContain('outcome="failed"} 1');
  const result = await run(async () => ({ outcome: "failed", error: new ProcessError("crashed", "It crashed.") }));
  expect(result.failure).toBeUndefined();
  expect(result.counted).toContain('job_failures_total{queue="count-shelves",reason="crashed"} 1');
  const full = Object.assign(new Error("write"), { code: "ENOSPC" });
  const waits = await run(async () => ({ outcome: "retry", error: full }));
  expect(waits.counted).toContain('reason="storage-full"} 1');
  expect((await run(async () => undefined)).counted).toContain('outcome="done"} 1');
});

it("ends a job for a photo that can never be read after its first attempt", async () => {
  const damaged = new ProcessError("permanent", "The photo is a 12-bit JPEG, which cannot be read.");
  const { failure, ended, counted } = await run(() => Promise.reject(damaged));
  expect(failure).toBeUndefined();
  expect(ended).toEqual([{ message: damaged.message, isFinal: true }]);
  expect(counted).toContain('job_attempt_duration_seconds_count{queue="count-shelves",outcome="failed"} 1');
});
