import { AsyncLocalStorage } from "node:async_hooks";

/** What this process does at a moment for somebody: a request, or a job. Its ids stand in each line of the log, and travel on with each job. */
export type WorkContext = {
  /** Of the request, or of the one that sent the job. */
  requestId?: string;
  /** The queue's id of the job, the same in every try. */
  jobId?: string;
  queue?: string;
  attempt?: number;
  /** The span that it is part of now, as W3C's header of that name; while somebody traces. */
  traceparent?: string;
};

const storage = new AsyncLocalStorage<WorkContext>();

/** Runs `task`, and everything that follows from it, as part of `work`. */
export const runWithWork = <T>(work: WorkContext, task: () => T): T => storage.run(work, task);

export const currentWork = (): WorkContext | undefined => storage.getStore();
