import { readCodes } from "../operations/area/read-codes.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ imageSid: string }>): Promise<void> =>
  readCodes(context, run.payload.imageSid);
