import { deliverOnce } from "../operations/destination/deliver.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { PayloadOf } from "../queue/job.ts";
import type { deliver } from "../queue/deliver.job.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<PayloadOf<typeof deliver>>): Promise<void> =>
  deliverOnce(context, run.payload, run.signal);
