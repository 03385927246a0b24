import { readSticker } from "../operations/image/read-sticker.ts";
import type { JobEnd, WorkerContext } from "../operations/worker-context.ts";
import type { PayloadOf } from "../queue/job.ts";
import type { readSticker as definition } from "../queue/read-sticker.job.ts";
import { answerQuestion } from "./answer-question.ts";
import type { JobRun } from "./job-run.ts";

export const handle = (context: WorkerContext, run: JobRun<PayloadOf<typeof definition>>): Promise<JobEnd> =>
  answerQuestion(context, run.payload.question, readSticker(context, run.payload, run.signal));
