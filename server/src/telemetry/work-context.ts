import { AsyncLocalStorage } from "node:async_hooks";

/** The request or job that the current code works for. Its ids are in every log line and are passed on with each new job. */
export type WorkContext = {
  /** Id of the request, or of the request that sent the job. */
  requestId?: string;
  /** The queue's id of the job; the same for all attempts. */
  jobId?: string;
  queue?: string;
  attempt?: number;
  /** The current span as a W3C `traceparent`, while tracing is on. */
  traceparent?: string;
};

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs `task`, and everything it awaits, as part of `work`. */
export const runWithWork = <T>(work: WorkContext, task: () => T): T => storage.run(work, task);

export const currentWork = (): WorkContext | undefined => storage.getStore();
