import { collectExamples } from "../operations/learning/collect-examples.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ imageSid: string }>): Promise<void> =>
  collectExamples(context, run.payload.imageSid);
