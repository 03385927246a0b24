import { detectorSize } from "@precount/domain";
import { CHECK_WIDTH_PX, type StickerMeasures, type LightMeasures, UNCHECKED, type PhotoCheck, problemsOf, toGrayImage, measureLight } from "./photo-quality.ts";
import { DETECTOR_SETTINGS, findStickers, loadDetector } from "./find-stickers.ts";

/** In a worker of its own: decoding twelve megapixels and looking at them would stop the page for a second. */

export type PhotoCheckRequest = { id: number; photo: Blob };
/** The light is judged at once; stickers take longer, and may add to it. */
export type PhotoCheckResponse = PhotoCheck & { id: number; isWhole: boolean };

const THUMB_WIDTH_PX = 320;
/** On a device that takes longer to find stickers, nobody is made to wait for it again. */
const MOST_MS = 3000;
let isQuick = true;
/** On a slow line it takes a while until the finder is there: so long a photo waits for it. */
const OPENING_MS = 2500;

addEventListener("message", ({ data }: MessageEvent<PhotoCheckRequest>) => void look(data));
// Where it cannot be had, a photo is judged by its light alone.
loadDetector().catch(() => {
  isQuick = false;
});

async function look({ id, photo }: PhotoCheckRequest): Promise<void> {
  const answer = (opinion: PhotoCheck, isWhole: boolean): void => {
    // A worker has one listener; only windows need a target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    postMessage({ id, isWhole, ...opinion } satisfies PhotoCheckResponse);
  };
  try {
    const bitmap = await createImageBitmap(photo);
    const { seen, thumb } = await seenIn(bitmap);
    const doubts = problemsOf(seen, bitmap, null);
    const isWhole = !isQuick || doubts.length > 0;
    answer({ doubts, stickers: null, thumb }, isWhole);
    if (!isWhole) {
      const labels = await labelsIn(bitmap);
      answer({ doubts: problemsOf(seen, bitmap, labels), stickers: labels?.stickers ?? null, thumb }, true);
    }
    bitmap.close();
  } catch {
    answer(UNCHECKED, true);
  }
}

async function seenIn(bitmap: ImageBitmap): Promise<{ seen: LightMeasures; thumb: Blob }> {
  const width = Math.min(CHECK_WIDTH_PX, bitmap.width);
  const drawn = draw(bitmap, width);
  const { data, height } = drawn.getImageData(0, 0, drawn.canvas.width, drawn.canvas.height);
  const small = draw(drawn.canvas, Math.min(THUMB_WIDTH_PX, width)).canvas;
  const thumb = await small.convertToBlob({ type: "image/jpeg", quality: 0.7 });
  return { seen: measureLight(toGrayImage(data, width, height)), thumb };
}

async function labelsIn(bitmap: ImageBitmap): Promise<StickerMeasures | null> {
  try {
    const isThere = await Promise.race([loadDetector().then(() => true), after(OPENING_MS)]);
    if (!isThere) return null;
    const began = performance.now();
    const { width, height } = detectorSize(bitmap, DETECTOR_SETTINGS);
    const picture = draw(bitmap, width, height).getImageData(0, 0, width, height);
    const labels = await findStickers(picture);
    isQuick = performance.now() - began < MOST_MS;
    return labels;
  } catch {
    isQuick = false;
    return null;
  }
}

const after = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(() => resolve(false), ms));

/** @param height that of the picture's own shape, if it is not said */
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
