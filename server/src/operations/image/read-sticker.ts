import { type ModelDetection, type Rect, type Rotation, detectionOptionsSchema, toPrediction } from "@precount/domain";
import { findImage } from "../../db/images/read.ts";
import { findModelBySidOrName } from "../../db/models/read.ts";
import { isWorkerShutdown, toUserMessage } from "../../errors/user-message.ts";
import { replaceUnusableModel } from "../learning/usable-model.ts";
import { toVisionOptions } from "../image-detection/vision-options.ts";
import type { WorkerAnswer, WorkerContext } from "../worker-context.ts";

type Request = { imageSid: string; modelName: string; rect: Rect; rotation: Rotation };

/** The worker's part of `recognizeStickerText`: reads one sticker while a person waits. */
export async function readSticker(
  context: WorkerContext,
  { imageSid, modelName, rect, rotation }: Request,
  signal: AbortSignal,
): Promise<WorkerAnswer> {
  const { db, blobs, log } = context;
  try {
    const found = await findImage(db, imageSid);
    if (!found) return { ok: false, reason: "This image no longer exists." };
    const options = detectionOptionsSchema.parse({});
    const path = await blobs.path(found.image.sha256);
    const request = { path, rotation, modelName, rect, options: toVisionOptions(options), signal };
    return { ok: true, value: toPrediction(await readByUsableModel(context, request), options) };
  } catch (error) {
    if (isWorkerShutdown(error)) throw error;
    log.warn({ err: error, imageSid }, "a sticker could not be read");
    return { ok: false, reason: toUserMessage(error, "The reading failed because of an error in the server."), error };
  }
}

type ReaderRequest = Parameters<WorkerContext["reader"]["readSticker"]>[0];

/** Reads the sticker; by another model if the files of a learned one cannot be used. */
async function readByUsableModel(context: WorkerContext, request: ReaderRequest): Promise<ModelDetection> {
  try {
    return await context.reader.readSticker(request);
  } catch (error) {
    const model = await findModelBySidOrName(context.db, request.modelName);
    const other = model && (await replaceUnusableModel(context, model));
    if (other === null) throw error;
    return context.reader.readSticker({ ...request, modelName: other.name });
  }
}
