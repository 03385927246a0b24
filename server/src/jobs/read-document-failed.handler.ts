import { failLostReading } from "../operations/task/fail-lost-reading.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ taskId: number }>): Promise<void> =>
  failLostReading(context, run.payload.taskId);
