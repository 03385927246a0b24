import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { MetricValues } from "../telemetry/process-metrics.ts";

const ENTRY = join(import.meta.dirname, "worker-child.ts");
const RESTART_DELAYS_MS = [200, 1000, 5000, 15_000];
/** A run this long counts as healthy again: it is no start that fails each time. */
const HEALTHY_MS = 10_000;
/** Then what it has in hand is taken up again after its next start. */
const STOP_WITHIN_MS = 15_000;

/** It is at work, and figures can wait: then they are told without its own. */
const FIGURES_WITHIN_MS = 1000;
/** The one thing that is said to it. */
export const FIGURES_ASKED = "figures";
const answerSchema = z.object({ figures: z.custom<MetricValues>(Array.isArray) });

export type SupervisedWorker = {
  pid(): number | null;
  /** None while there is none that answers. */
  figures(): Promise<MetricValues>;
  stop(): Promise<void>;
};

/** Keeps one worker running beside the API, as a process of its own: what crashes or blocks it leaves the pages alone. */
export function superviseWorker(environment: NodeJS.ProcessEnv, log: FastifyBaseLogger): SupervisedWorker {
  const stopping = new AbortController();
  let child: ChildProcess | null = null;
  const cache = getCompileCacheDir();
  const env = { ...process.env, ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }), ...environment };
  const running = keepRunning();

  async function keepRunning(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const startedAt = performance.now();
      child = fork(ENTRY, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
      const [code, signal] = await ended(child);
      child = null;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > HEALTHY_MS) failures = 0;
      const waitMs = RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)] ?? 0;
      log.error({ code, signal, waitMs }, "the worker has ended and is started again");
      await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    pid: () => child?.pid ?? null,
    figures: () => askFigures(child),
    stop: async () => {
      stopping.abort();
      child?.kill("SIGTERM");
      const late = setTimeout(() => child?.kill("SIGKILL"), STOP_WITHIN_MS);
      await running;
      clearTimeout(late);
    },
  };
}

async function askFigures(child: ChildProcess | null): Promise<MetricValues> {
  if (!child?.connected) return [];
  try {
    const answered = once(child, "message", { signal: AbortSignal.timeout(FIGURES_WITHIN_MS) });
    child.send(FIGURES_ASKED, () => undefined);
    return answerSchema.parse((await answered)[0]).figures;
  } catch {
    return [];
  }
}

async function ended(child: ChildProcess): Promise<unknown[]> {
  try {
    return await once(child, "exit");
  } catch (error) {
    // It could not be started at all; the reason is worth a line, the delay is the same.
    return [String(error), null];
  }
}
