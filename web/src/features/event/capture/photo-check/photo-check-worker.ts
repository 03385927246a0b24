import { detectorSize } from "@precount/domain";
import { DETECTOR_SETTINGS, findStickers, loadDetector } from "./find-stickers.ts";
import {
  CHECK_WIDTH_PX,
  type LightMeasures,
  type PhotoCheck,
  type StickerMeasures,
  UNCHECKED,
  measureLight,
  problemsOf,
  toGrayImage,
} from "./photo-quality.ts";

/* A worker: decoding and checking twelve megapixels would block the page for a second. */

export type PhotoCheckRequest = { id: number; photo: Blob };
/** The first response judges the light. If it is good, a second one follows with the stickers. */
export type PhotoCheckResponse = PhotoCheck & { id: number; isComplete: boolean };

const THUMB_WIDTH_PX = 320;
/** A device on which the detector takes longer skips it for later photos. */
const MAX_DETECTION_MS = 3000;
let usesDetector = true;
/** How long a photo waits for the detector to load on a slow connection. */
const MAX_LOADING_MS = 2500;

addEventListener("message", ({ data }: MessageEvent<PhotoCheckRequest>) => void check(data));
// Without the detector only the light is judged.
loadDetector().catch(() => {
  usesDetector = false;
});

async function check({ id, photo }: PhotoCheckRequest): Promise<void> {
  const respond = (result: PhotoCheck, isComplete: boolean): void => {
    // A worker has one listener; only windows need a target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    postMessage({ id, isComplete, ...result } satisfies PhotoCheckResponse);
  };
  try {
    const bitmap = await createImageBitmap(photo);
    const { light, thumb } = await checkLight(bitmap);
    const problems = problemsOf(light, bitmap, null);
    const isComplete = !usesDetector || problems.length > 0;
    respond({ problems, stickers: null, thumb }, isComplete);
    if (!isComplete) {
      const measures = await checkStickers(bitmap);
      respond({ problems: problemsOf(light, bitmap, measures), stickers: measures?.stickers ?? null, thumb }, true);
    }
    bitmap.close();
  } catch {
    respond(UNCHECKED, true);
  }
}

async function checkLight(bitmap: ImageBitmap): Promise<{ light: LightMeasures; thumb: Blob }> {
  const width = Math.min(CHECK_WIDTH_PX, bitmap.width);
  const context = draw(bitmap, width);
  const { data, height } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  const small = draw(context.canvas, Math.min(THUMB_WIDTH_PX, width)).canvas;
  const thumb = await small.convertToBlob({ type: "image/jpeg", quality: 0.7 });
  return { light: measureLight(toGrayImage(data, width, height)), thumb };
}

/** Null if the detector is not loaded in time, or fails. */
async function checkStickers(bitmap: ImageBitmap): Promise<StickerMeasures | null> {
  try {
    const isLoaded = await Promise.race([loadDetector().then(() => true), falseAfter(MAX_LOADING_MS)]);
    if (!isLoaded) return null;
    const startMs = performance.now();
    const { width, height } = detectorSize(bitmap, DETECTOR_SETTINGS);
    const measures = await findStickers(draw(bitmap, width, height).getImageData(0, 0, width, height));
    usesDetector = performance.now() - startMs < MAX_DETECTION_MS;
    return measures;
  } catch {
    usesDetector = false;
    return null;
  }
}

const falseAfter = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms));

/** @param height by default in proportion to the width */
function draw(
  picture: ImageBitmap | OffscreenCanvas,
  width: number,
  height = Math.max(1, Math.round((picture.height * width) / picture.width)),
): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context;
}
