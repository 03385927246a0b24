/** The forked child of VisionProcess: decodes photos and runs networks, which blocks the thread and may crash. */
import { type CallControl, serveCalls } from "@precount/forked-process";
import { decodeUpright } from "@precount/photos";
import sharp from "sharp";
import { type LoadedModel, openModel } from "./models.ts";
import type { Detection, ModelTimes } from "./model.ts";
import { cutStickers, runPhotoStages } from "./photo-stages.ts";
import type { DetectAnswer, DetectCall, ReadStickerCall } from "./vision-process.ts";

const threads = Number(process.env["VISION_THREADS"]) || 2;
sharp.concurrency(threads);
sharp.cache(false);

/** Models by name, loaded on first use. A failed load is retried by the next call. */
const loaded = new Map<string, Promise<LoadedModel>>();

function model({ modelName: name, modelServer, dirs }: DetectCall): Promise<LoadedModel> {
  const known = loaded.get(name);
  if (known) return known;
  const loading = openModel(name, { threads, modelServer }, dirs);
  loaded.set(name, loading);
  loading.catch(() => loaded.delete(name));
  return loading;
}

async function detect(call: DetectCall, { reportProgress }: CallControl): Promise<DetectAnswer> {
  const { path, rotation, options, stages } = call;
  const { model: ready, decodeEdge } = await model(call);
  const startedAt = performance.now();
  const photo = await decodeUpright(path, rotation, decodeEdge);
  const decodeMs = performance.now() - startedAt;
  const otherMs = await runPhotoStages({ ...photo, path }, rotation, stages, reportProgress);
  const times: ModelTimes = { detectMs: 0, readMs: 0 };
  const modelStartedAt = performance.now();
  const detections = await ready.detect({ ...photo, path }, options, times);
  const modelMs = performance.now() - modelStartedAt;
  const crops = stages.crops ? await cutStickers(photo, detections) : [];
  return {
    detections,
    crops,
    image: { width: photo.fullWidth, height: photo.fullHeight },
    elapsedMs: Math.round(decodeMs + modelMs),
    stagesMs: { decode: decodeMs, ...otherMs, detect: modelMs - times.readMs, read: times.readMs },
  };
}

async function readSticker(call: ReadStickerCall): Promise<Detection> {
  const { path, rotation, modelName, options, rect } = call;
  const { model: ready, decodeEdge } = await model(call);
  if (!ready.readSticker) throw new Error(`The model ${modelName} cannot read a single sticker.`);
  const photo = await decodeUpright(path, rotation, decodeEdge);
  return ready.readSticker({ ...photo, path }, rect, options);
}

serveCalls({ detect, readSticker });
