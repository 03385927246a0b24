import { learn } from "../operations/learning/learn.ts";
import type { JobEnd, WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ runSid: string }>): Promise<JobEnd> =>
  learn(context, run.payload.runSid, run);
