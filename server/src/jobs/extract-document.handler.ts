import { runExtraction } from "../operations/experiment/run-extraction.ts";
import type { JobEnd, WorkerContext } from "../operations/worker-context.ts";
import type { extractDocument } from "../queue/extract-document.job.ts";
import type { PayloadOf } from "../queue/job.ts";
import { answerQuestion } from "./answer-question.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<PayloadOf<typeof extractDocument>>): Promise<JobEnd> =>
  answerQuestion(context, run.payload.question, runExtraction(context, run.payload, run.signal));
