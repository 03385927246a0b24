import { type Doubt, LOOK_WIDTH_PX, doubtsOf, greyOf, lookAt } from "./assess.ts";

/** In a worker of its own: decoding twelve megapixels and looking at them would stop the page for half a second. */

export type LookRequest = { id: number; photo: Blob };
/** Null where the browser cannot decode it (HEIC): then nobody knows, and nothing is said. */
export type LookAnswer = { id: number; doubts: Doubt[] | null; thumb: Blob | null };

const THUMB_WIDTH_PX = 320;

addEventListener("message", ({ data }: MessageEvent<LookRequest>) => void look(data));

async function look({ id, photo }: LookRequest): Promise<void> {
  const answer = await looked(photo).catch(() => ({ doubts: null, thumb: null }));
  // A worker has one listener; only windows need a target.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  postMessage({ id, ...answer } satisfies LookAnswer);
}

async function looked(photo: Blob): Promise<Omit<LookAnswer, "id">> {
  const bitmap = await createImageBitmap(photo);
  const width = Math.min(LOOK_WIDTH_PX, bitmap.width);
  const drawn = draw(bitmap, width);
  const { data, height } = drawn.getImageData(0, 0, drawn.canvas.width, drawn.canvas.height);
  const doubts = doubtsOf(lookAt(greyOf(data, width, height)), bitmap);
  const small = draw(drawn.canvas, Math.min(THUMB_WIDTH_PX, width)).canvas;
  bitmap.close();
  return { doubts, thumb: await small.convertToBlob({ type: "image/jpeg", quality: 0.7 }) };
}

function draw(picture: ImageBitmap | OffscreenCanvas, width: number): OffscreenCanvasRenderingContext2D {
  const canvas = new OffscreenCanvas(width, Math.max(1, Math.round((picture.height * width) / picture.width)));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context;
}
