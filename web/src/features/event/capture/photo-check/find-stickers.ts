import { type DetectorSettings, decodeDetectorOutput, detectorInput, suppressOverlaps } from "@precount/domain";
import { InferenceSession, Tensor, env } from "onnxruntime-web/wasm";
import wasmUrl from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import { settings, weightsUrl } from "virtual:sticker-detector";
import { type StickerMeasures, quantile } from "./photo-quality.ts";

/** The model's detector in the browser: counts stickers and measures their width while the photographer is on site. */

/** Enough for the median width. */
const MAX_DETECTIONS = 300;
/** The browser does not read the stickers, which would drop false ones. With this score the counts agree (ADR-021). */
const SURE_SCORE = 0.6;

// Threads need a cross-origin isolated page, and no page of this app is one.
env.wasm.numThreads = 1;
env.wasm.wasmPaths = { wasm: wasmUrl };

let session: Promise<InferenceSession> | null = null;

/** Rejects if the browser lacks the WebAssembly features, or the files are neither cached nor reachable. */
export function loadDetector(): Promise<InferenceSession> {
  session ??= InferenceSession.create(weightsUrl, { executionProviders: ["wasm"], graphOptimizationLevel: "all" });
  return session;
}

export const DETECTOR_SETTINGS: DetectorSettings = settings;

/** @param picture RGBA, of the size that `detectorSize` returns */
export async function findStickers(picture: ImageData): Promise<StickerMeasures> {
  const detector = await loadDetector();
  const { data, shape } = detectorInput(picture, settings);
  const { found } = await detector.run({ photo: new Tensor("float32", data, shape) });
  if (!found || !(found.data instanceof Float32Array)) throw new Error("The detector returned no floats.");
  const [, , rows = 0, columns = 0] = found.dims;
  const output = decodeDetectorOutput({ data: found.data, rows, columns }, settings);
  const candidates = suppressOverlaps(output, settings.mostOverlap, MAX_DETECTIONS).filter(
    ({ label, score }) => label === "sticker" && score >= settings.stickerThreshold,
  );
  const widths = candidates.filter(({ score }) => score >= SURE_SCORE).map(({ box }) => box.width);
  const width = quantile(widths, 0.5) / Math.max(picture.width, picture.height);
  return { stickers: widths.length, width, candidates: candidates.length };
}
