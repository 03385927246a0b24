import { runRewriting } from "../operations/task/run-rewriting.ts";
import type { JobEnd, WorkerContext } from "../operations/worker-context.ts";
import type { PayloadOf } from "../queue/job.ts";
import type { rewriteDocument } from "../queue/rewrite-document.job.ts";
import { answerQuestion } from "./answer-question.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<PayloadOf<typeof rewriteDocument>>): Promise<JobEnd> =>
  answerQuestion(context, run.payload.question, runRewriting(context, run.payload, run.signal));
