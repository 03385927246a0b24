import { MAX_ATTEMPTS } from "../db/jobs/max-attempts.ts";
import type { z } from "zod";

/** A kind of job: its name and payload, which holds ids only. Its handler is in `jobs/<name>.handler.ts`. */
export interface JobDefinition<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Seconds after which an attempt is aborted and retried. */
  expireInSeconds: number;
  /** Overrides of QUEUE_OPTIONS. */
  queue?: { retryLimit?: number; retentionSeconds?: number; deleteAfterSeconds?: number; policy?: "short" };
}

export const defineJob = <Payload extends object>(definition: JobDefinition<Payload>): JobDefinition<Payload> =>
  definition;

/** pg-boss's options for every kind of job. Seconds. */
export const QUEUE_OPTIONS = {
  retryLimit: MAX_ATTEMPTS - 1,
  // Retries after 2, 4, 8, 16 s and up to twice that: long enough for a short outage, short enough for people who watch.
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  // Two missed heartbeats, and a supervision round every 5 s: the job of a dead worker runs again within 30 s.
  heartbeatSeconds: 10,
  // Waiting jobs survive weeks without a worker.
  retentionSeconds: 365 * 24 * 3600,
  deleteAfterSeconds: 24 * 3600,
  notify: true,
} as const;

/** The payload of a kind of job. */
export type PayloadOf<Definition> = Definition extends JobDefinition<infer Payload> ? Payload : never;
