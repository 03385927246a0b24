import { type DetectionOptions, type Rotation, toPrediction } from "@precount/domain";
import { isWorkerShutdown, toUserMessage } from "../../errors/user-message.ts";
import { toVisionOptions } from "../image-detection/vision-options.ts";
import type { WorkerAnswer, WorkerContext } from "../worker-context.ts";

type Request = { sha256: string; modelName: string; rotation: Rotation; options: DetectionOptions };

/** The worker's part of `analyze`: runs a model on a photo while a person waits. */
export async function runAnalysis(
  { blobs, vision, log }: WorkerContext,
  { sha256, modelName, rotation, options }: Request,
  signal: AbortSignal,
): Promise<WorkerAnswer> {
  try {
    const path = await blobs.path(sha256);
    const visionOptions = toVisionOptions(options);
    const found = await vision.detect({ path, rotation, modelName, options: visionOptions, signal, isUrgent: true });
    const detections = found.detections.map((detection) => toPrediction(detection, options, found.image));
    return { ok: true, value: { detections, image: { size: found.image }, elapsed: Math.round(found.elapsedMs) } };
  } catch (error) {
    if (isWorkerShutdown(error)) throw error;
    log.warn({ err: error }, "a photo could not be analyzed");
    return { ok: false, reason: toUserMessage(error, "The analysis failed because of an error in the server."), error };
  }
}
