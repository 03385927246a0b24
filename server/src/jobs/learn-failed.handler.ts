import { failLostLearning } from "../operations/learning/settle-learning-failure.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ runSid: string }>): Promise<void> =>
  failLostLearning(context, run.payload.runSid);
