import { applyItemListToEvent } from "../operations/item/apply-item-list.ts";
import type { WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ projectSid: string }>): Promise<void> =>
  applyItemListToEvent(context, run.payload.projectSid, run.signal);
