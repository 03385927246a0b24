import { readDocument } from "../operations/task/read-document.ts";
import type { JobEnd, WorkerContext } from "../operations/worker-context.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<{ taskId: number }>): Promise<JobEnd> =>
  readDocument(context, run.payload.taskId, run);
