import { toPrediction } from "@precount/domain";
import type { z } from "zod";
import type { analyzePhoto } from "../queue/analyze-photo.job.ts";
import { type WorkersAnswer, sendAnswer } from "../queue/answers.ts";
import type { JobEnd, JobRun, WorkerContext } from "./context.ts";
import { inWords, isOfOurEnd } from "./in-words.ts";
import { toVisionOptions } from "./vision-options.ts";

type Run = JobRun<z.infer<typeof analyzePhoto.payload>>;

/** Looks at one photo and answers whoever waits for it. What goes wrong is an answer too: nothing is tried again. */
export async function handle(context: WorkerContext, run: Run): Promise<JobEnd> {
  return sendAnswer(context.db, run.payload.question, await analyze(context, run));
}

async function analyze({ blobs, vision, log }: WorkerContext, { payload, signal }: Run): Promise<WorkersAnswer> {
  const { sha256, modelName, rotation, options } = payload;
  try {
    const path = await blobs.path(sha256);
    const visionOptions = toVisionOptions(options);
    const found = await vision.detect({ path, rotation, modelName, options: visionOptions, signal, urgent: true });
    const detections = found.detections.map((detection) => toPrediction(detection, options, found.image));
    return { ok: true, value: { detections, image: { size: found.image }, elapsed: Math.round(found.elapsedMs) } };
  } catch (error) {
    if (isOfOurEnd(error)) throw error;
    log.warn({ err: error }, "a photo could not be analysed");
    return { ok: false, reason: inWords(error, "The analysis failed for a reason of the server's own."), error };
  }
}
