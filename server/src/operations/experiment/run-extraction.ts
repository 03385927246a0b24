import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ExtractFormat, ExtractResponse, OrientationOverride } from "@precount/domain";
import { isWorkerShutdown, toUserMessage } from "../../errors/user-message.ts";
import type { WorkerAnswer, WorkerContext } from "../worker-context.ts";
import type { VisionService } from "./vision-service.ts";
import { VisionServiceError } from "./vision-service-error.ts";

const READING_FAILED =
  "The reading failed because of an error in the server. Try again. If it fails again, tell an admin.";

type Request = { sha256: string; isPicture: boolean; format: ExtractFormat; orientation: OrientationOverride };

/** The worker's part of `extract`: reads the tables of one file while a person waits. */
export async function runExtraction(
  context: WorkerContext,
  { sha256, isPicture, format, orientation }: Request,
  signal: AbortSignal,
): Promise<WorkerAnswer> {
  const { blobs, visionService, extractor, log } = context;
  try {
    const path = await blobs.path(sha256);
    if (visionService && isPicture) {
      const picture = { path, format, orientation, signal };
      return { ok: true, value: await askVisionService(context, visionService, picture) };
    }
    const { contents, problems, elapsedMs } = await extractor.extract({ path, format, orientation }, signal);
    const value: ExtractResponse = { contents, problems, elapsed: Math.round(elapsedMs) };
    return { ok: true, value };
  } catch (error) {
    if (isWorkerShutdown(error)) throw error;
    log.warn({ err: error }, "a file could not be extracted");
    if (error instanceof VisionServiceError) return { ok: false, reason: error.message, error };
    return { ok: false, reason: toUserMessage(error, READING_FAILED), error };
  }
}

/** Letters of an A4 page are about 20 px high at this width. Larger pictures cost vision services time and money. */
const WIDTH_PX = 2048;

type Picture = { path: string; format: ExtractFormat; orientation: OrientationOverride; signal: AbortSignal };

/** Sends the picture upright, reduced, and without its metadata, which names place and camera. */
async function askVisionService(
  { photos, workDir }: WorkerContext,
  service: VisionService,
  { path, format, orientation, signal }: Picture,
): Promise<ExtractResponse> {
  const startedAt = performance.now();
  await mkdir(workDir, { recursive: true });
  const out = join(workDir, `${process.pid}-${randomUUID()}.jpg`);
  try {
    await photos.render(path, { rotation: orientation, width: WIDTH_PX, quality: 85, out });
    const contents = await service.extract({ jpeg: await readFile(out), format, signal });
    return { contents, problems: [], elapsed: Math.round(performance.now() - startedAt) };
  } finally {
    await rm(out, { force: true });
  }
}
