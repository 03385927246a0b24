import { type Prediction, detectionOptionsSchema, toPrediction } from "@precount/domain";
import type { z } from "zod";
import { findImage } from "../db/images.ts";
import { type WorkersAnswer, sendAnswer } from "../queue/answers.ts";
import type { JobEnd, JobRun, WorkerContext } from "./context.ts";
import { inWords, isOfOurEnd } from "./in-words.ts";
import type { readSticker } from "../queue/read-sticker.job.ts";
import { toVisionOptions } from "./vision-options.ts";

type Run = JobRun<z.infer<typeof readSticker.payload>>;

/** Reads one sticker and answers whoever waits for it. What goes wrong is an answer too: nothing is tried again. */
export async function handle(context: WorkerContext, run: Run): Promise<JobEnd> {
  return sendAnswer(context.db, run.payload.question, await read(context, run));
}

async function read({ db, blobs, reader, log }: WorkerContext, { payload, signal }: Run): Promise<WorkersAnswer> {
  const { imageSid, modelName, rect, rotation } = payload;
  try {
    const found = await findImage(db, imageSid);
    if (!found) return { ok: false, reason: "This image does not exist any more." };
    const options = detectionOptionsSchema.parse({});
    const path = await blobs.path(found.image.sha256);
    const request = { path, rotation, modelName, rect, options: toVisionOptions(options), signal };
    const value: Prediction = toPrediction(await reader.readSticker(request), options);
    return { ok: true, value };
  } catch (error) {
    if (isOfOurEnd(error)) throw error;
    log.warn({ err: error, imageSid }, "a sticker could not be read");
    return { ok: false, reason: inWords(error, "The reading failed for a reason of the server's own."), error };
  }
}
