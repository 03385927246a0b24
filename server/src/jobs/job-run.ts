import type { Attempt } from "../operations/worker-context.ts";

/** One attempt of a job with its payload. */
export type JobRun<Payload> = Attempt & { payload: Payload };
