import { detectPhoto } from "../operations/image-detection/detect-photo.ts";
import type { JobEnd, WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ jobId: string }>): Promise<JobEnd> =>
  detectPhoto(context, run.payload.jobId, run);
