import { type DetectorSettings, decodeDetectorOutput, detectorInput, suppressOverlaps } from "@precount/domain";
import { InferenceSession, Tensor, env } from "onnxruntime-web/wasm";
import wasmUrl from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import { settings, weightsUrl } from "virtual:label-finder";
import { type StickerMeasures, quantile } from "./photo-quality.ts";

/** The model's detector on the phone: how many stickers a photo shows, and how wide they are, while its person is still there. */

/** More are not looked for; the median of so many says it. */
const MOST = 300;
/** Nothing here reads what is found, and so drops what is none: with this score as many are found as there are. */
const SURE = 0.6;

// A second thread needs a page that may share memory, which no page of ours is.
env.wasm.numThreads = 1;
env.wasm.wasmPaths = { wasm: wasmUrl };

let session: Promise<InferenceSession> | null = null;

/** Loads it; the first photo would wait for that. Rejects where a browser has no such machine code, or no network has brought it yet. */
export function loadDetector(): Promise<InferenceSession> {
  session ??= InferenceSession.create(weightsUrl, { executionProviders: ["wasm"], graphOptimizationLevel: "all" });
  return session;
}

/** What a photo is to be reduced to. */
export const DETECTOR_SETTINGS: DetectorSettings = settings;

/** @param picture RGBA, as large as `detectorSize` says */
export async function findStickers(picture: ImageData): Promise<StickerMeasures> {
  const finder = await loadDetector();
  const { data, shape } = detectorInput(picture, settings);
  const { found } = await finder.run({ photo: new Tensor("float32", data, shape) });
  if (!found || !(found.data instanceof Float32Array)) throw new Error("the detector answers no floats");
  const [, , rows = 0, columns = 0] = found.dims;
  const cells = { data: found.data, rows, columns };
  const maybe = suppressOverlaps(decodeDetectorOutput(cells, settings), settings.mostOverlap, MOST).filter(
    ({ label, score }) => label === "sticker" && score >= settings.stickerThreshold,
  );
  const widths = maybe.filter(({ score }) => score >= SURE).map(({ box }) => box.width);
  const width = quantile(widths, 0.5) / Math.max(picture.width, picture.height);
  return { stickers: widths.length, width, maybe: maybe.length };
}
