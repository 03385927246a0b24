import { makePreviews } from "../operations/image/make-previews.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ imageSid: string }>): Promise<void> =>
  makePreviews(context, run.payload.imageSid);
