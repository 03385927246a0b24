import type { Alternative, ResultClass, ModelStatus, Rect, Writing } from "@precount/domain";

/** A recognized value. `pattern` is the source of the regular expression it matches, null when it matches none or is doubtful. */
export interface Reading {
  value: string;
  confidence: number;
  pattern: string | null;
}

/** A detected sticker or shelf. Rects are whole pixels of the upright photo at full size (PD-25). */
export interface Detection {
  label: ResultClass;
  rect: Rect;
  /** The probability that there is such a sticker or shelf, 0–1. */
  confidence: number;
  code: Reading;
  /** Only for stickers; absent when no quantity was read. */
  quantity?: Reading;
  /** The reader's alternatives, best first. */
  values: Alternative[];
  /** Only for stickers, from models that tell print from handwriting. */
  writing?: Writing;
}

export interface DetectOptions {
  /** The maximum number of detections per photo; the most confident are kept. */
  limit: number;
  /** A value below its threshold is kept, without a pattern. */
  codeConfidence: number;
  quantityConfidence: number;
}

/** The advanced analysis defaults of the specification, section 9. */
export const DEFAULT_DETECT_OPTIONS: DetectOptions = { limit: 100, codeConfidence: 0.7, quantityConfidence: 0.4 };

/** An upright photo in memory: rows from the top, three bytes R G B each. */
export interface UprightPhoto {
  data: Uint8Array;
  width: number;
  height: number;
  /** The full photo's size in pixels; `width` may be less. Detections use these pixels. */
  fullWidth: number;
  fullHeight: number;
  /** The photo's path on disk; the fake model looks for a file beside it. */
  path?: string;
}

export interface ModelInfo {
  sid: string;
  title: string;
  name: string;
  backend: "onnx" | "ppocr" | "kserve" | "fake";
  status: ModelStatus;
  /** ISO 8601; null when unknown. */
  trainedAt: string | null;
  /** The folder of the manifest; null for the fake model, which has none. */
  folder: string | null;
}

/** The time a model spent detecting and reading. A model that does both in one step does not set `readMs`. */
export interface ModelTimes {
  detectMs: number;
  readMs: number;
}

/** The interface of every model. The same photo and options give the same answer. */
export interface DetectionModel {
  info: ModelInfo;
  /** @param times filled in by models that detect and read one after the other */
  detect(photo: UprightPhoto, options: DetectOptions, times?: ModelTimes): Promise<Detection[]>;
  /** Reads one sticker at `rect`, in pixels of the full photo. Absent in models that cannot. */
  readSticker?(photo: UprightPhoto, rect: Rect, options: DetectOptions): Promise<Detection>;
  /** Frees the model's networks. */
  close?(): Promise<void>;
}
