import { findDuplicates } from "../operations/duplicate/find-duplicates.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ imageSid: string }>): Promise<void> =>
  findDuplicates(context, run.payload.imageSid, run.signal);
