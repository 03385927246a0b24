import { failLostDetection } from "../operations/image-detection/fail-lost-detection.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ jobId: string }>): Promise<void> =>
  failLostDetection(context, run.payload.jobId);
