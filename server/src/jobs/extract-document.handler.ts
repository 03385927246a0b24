import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ExtractResponse } from "@precount/domain";
import type { z } from "zod";
import { type WorkersAnswer, sendAnswer } from "../queue/answers.ts";
import type { JobEnd, JobRun, WorkerContext } from "./context.ts";
import type { extractDocument } from "../queue/extract-document.job.ts";
import { inWords, isOfOurEnd } from "./in-words.ts";
import { VisionServiceError } from "../operations/experiment/vision-service.ts";

type Run = JobRun<z.infer<typeof extractDocument.payload>>;
type Asked = Run["payload"];

/** Reads the tables of one file and answers whoever waits for them. What goes wrong is an answer too: nothing is tried again. */
export async function handle(context: WorkerContext, run: Run): Promise<JobEnd> {
  return sendAnswer(context.db, run.payload.question, await extract(context, run));
}

async function extract(context: WorkerContext, { payload, signal }: Run): Promise<WorkersAnswer> {
  const { blobs, visionService, extractor, log } = context;
  try {
    const path = await blobs.path(payload.sha256);
    const { format, orientation } = payload;
    if (visionService && payload.isPicture) {
      return { ok: true, value: await askService(context, visionService, path, payload, signal) };
    }
    const { contents, problems, elapsedMs } = await extractor.extract({ path, format, orientation }, signal);
    const value: ExtractResponse = { contents, problems, elapsed: Math.round(elapsedMs) };
    return { ok: true, value };
  } catch (error) {
    if (isOfOurEnd(error)) throw error;
    log.warn({ err: error }, "nothing could be extracted");
    if (error instanceof VisionServiceError) return { ok: false, reason: error.message, error };
    return { ok: false, reason: inWords(error, "The reading failed for a reason of the server's own."), error };
  }
}

/** Letters of a page of A4 are still some 20 px high; larger pictures cost such services time and money. */
const WIDTH_PX = 2048;

/** The picture leaves the house upright, reduced, and without what its metadata says of place and camera. */
async function askService(
  { photos, workDir }: WorkerContext,
  service: NonNullable<WorkerContext["visionService"]>,
  path: string,
  { format, orientation }: Asked,
  signal: AbortSignal,
): Promise<ExtractResponse> {
  const startedAt = performance.now();
  await mkdir(workDir, { recursive: true });
  const out = join(workDir, `${process.pid}-${randomUUID()}.jpg`);
  try {
    await photos.render(path, { rotation: orientation, width: WIDTH_PX, quality: 85, format: "jpeg", out });
    const contents = await service.extract({ jpeg: await readFile(out), format, signal });
    return { contents, problems: [], elapsed: Math.round(performance.now() - startedAt) };
  } finally {
    await rm(out, { force: true });
  }
}
