import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { Config } from "../config/config.ts";
import type { MetricValues } from "../telemetry/process-metrics.ts";

const ENTRY = join(import.meta.dirname, "worker-child.ts");
const RESTART_DELAYS_MS = [200, 1000, 5000, 15_000];
/** After a run this long the next restart begins with the shortest delay again. */
const HEALTHY_RUN_MS = 10_000;
/** The worker is killed when it has not stopped by then. The next worker takes over its jobs. */
const STOP_TIMEOUT_MS = 15_000;
/** A busy worker may answer late; the metrics are then served without its own. */
const METRICS_TIMEOUT_MS = 1000;

export type WorkerConfig = Config & { databaseUrl: string };

/** The messages to the worker process. The configuration comes first. */
export type WorkerMessage = { type: "config"; config: WorkerConfig } | { type: "metrics" | "stop" };
const metricsSchema = z.object({ metrics: z.custom<MetricValues>(Array.isArray) });

export type SupervisedWorker = {
  /** Null while no worker runs. */
  pid(): number | null;
  /** Empty while no worker answers. */
  metrics(): Promise<MetricValues>;
  stop(): Promise<void>;
};

/**
 * Starts a worker process. It gets the whole validated configuration of this process, which may differ from the environment, over
 * IPC: secrets stay out of the command line and of the environment. It is in a process group of its own, because Ctrl-C and SIGTERM to the
 * group of this process must not end it before the last requests.
 */
export function forkWorker(config: WorkerConfig): ChildProcess {
  const cache = getCompileCacheDir();
  const env = { ...process.env, ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) };
  const child = fork(ENTRY, { env, stdio: ["ignore", "ignore", "inherit", "ipc"], detached: true });
  send(child, { type: "config", config });
  return child;
}

/** Keeps one worker process running beside the API, so that its crashes and its load do not affect the pages. */
export function superviseWorker(config: WorkerConfig, log: FastifyBaseLogger): SupervisedWorker {
  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  const running = keepRunning();

  async function keepRunning(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const startedAt = performance.now();
      child = forkWorker(config);
      const [code, signal] = await exitOf(child);
      child = null;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > HEALTHY_RUN_MS) failures = 0;
      const waitMs = RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)] ?? 0;
      log.error({ code, signal, waitMs }, "the worker has ended and will be restarted");
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    pid: () => child?.pid ?? null,
    metrics: () => askMetrics(child),
    stop: async () => {
      stopping.abort();
      if (child) send(child, { type: "stop" });
      const timeout = setTimeout(() => child?.kill("SIGKILL"), STOP_TIMEOUT_MS);
      await running;
      clearTimeout(timeout);
    },
  };
}

/** The callback keeps a send to a process that has just ended from throwing. */
const send = (child: ChildProcess, message: WorkerMessage): boolean => child.send(message, () => undefined);

async function askMetrics(child: ChildProcess | null): Promise<MetricValues> {
  if (!child?.connected) return [];
  try {
    const answered = once(child, "message", { signal: AbortSignal.timeout(METRICS_TIMEOUT_MS) });
    send(child, { type: "metrics" });
    return metricsSchema.parse((await answered)[0]).metrics;
  } catch {
    return [];
  }
}

async function exitOf(child: ChildProcess): Promise<unknown[]> {
  try {
    return await once(child, "exit");
  } catch (error) {
    // The process could not be started.
    return [String(error), null];
  }
}
