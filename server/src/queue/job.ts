import type { z } from "zod";

/**
 * A kind of job: its name and what it is given, ids only. The handler stands apart in `<name>.handler.ts`
 * and is loaded when the first job of its kind runs, so that the API never loads what only workers need.
 */
export interface JobDefinition<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
  /** A run that takes longer is stopped and tried again, seconds. */
  expireInSeconds: number;
  /** Where the queue treats this kind otherwise. */
  queue?: { retryLimit?: number; retentionSeconds?: number; deleteAfterSeconds?: number };
}

export const defineJob = <Payload extends object>(definition: JobDefinition<Payload>): JobDefinition<Payload> =>
  definition;

/** The first and four more (a poison job stops after 5 tries and is shown). */
export const MAX_ATTEMPTS = 5;

/** How the queue treats every kind. Seconds. */
export const QUEUE_OPTIONS = {
  retryLimit: MAX_ATTEMPTS - 1,
  // 2, 4, 8, 16 s and up to as much again: a hiccup is over by then, and nobody waits long for the verdict.
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 60,
  // Two missed beats: with the supervisor's round every 5 s a dead worker's job runs again within 30 s.
  heartbeatSeconds: 10,
  // A worker may be off for weeks: a photo that waits is not forgotten.
  retentionSeconds: 365 * 24 * 3600,
  deleteAfterSeconds: 24 * 3600,
  notify: true,
} as const;
