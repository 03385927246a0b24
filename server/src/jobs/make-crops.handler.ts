import { makeCrops } from "../operations/crop/make-crops.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ imageSid: string }>): Promise<void> =>
  makeCrops(context, run.payload.imageSid);
