import { runAnalysis } from "../operations/experiment/run-analysis.ts";
import type { JobEnd, WorkerContext } from "../operations/worker-context.ts";
import type { analyzePhoto } from "../queue/analyze-photo.job.ts";
import type { PayloadOf } from "../queue/job.ts";
import { answerQuestion } from "./answer-question.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<PayloadOf<typeof analyzePhoto>>): Promise<JobEnd> =>
  answerQuestion(context, run.payload.question, runAnalysis(context, run.payload, run.signal));
