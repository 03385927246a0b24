import type { Alternative, Label, ModelStatus, Rect } from "@precount/domain";

/** A value as read. `pattern` is the regular expression's source that it satisfies surely enough, else null. */
export interface Reading {
  value: string;
  confidence: number;
  pattern: string | null;
}

/** One label found. Rects are whole pixels of the upright photo at full size (PD-25). */
export interface Detection {
  label: Label;
  rect: Rect;
  /** 0–1: that there is such a label here. */
  confidence: number;
  code: Reading;
  /** Stickers only; absent when none was found. */
  quantity?: Reading;
  /** The reader's candidates, best first. */
  values: Alternative[];
}

export interface DetectOptions {
  /** Most detections a photo, the surest first. */
  limit: number;
  /** Below them a value is kept and gets no pattern. */
  codeConfidence: number;
  quantityConfidence: number;
}

/** Spec §9, advanced analysis defaults. */
export const DEFAULT_DETECT_OPTIONS: DetectOptions = { limit: 100, codeConfidence: 0.7, quantityConfidence: 0.4 };

/** An upright photo in memory: rows from the top, three bytes R G B each. */
export interface UprightPhoto {
  data: Uint8Array;
  width: number;
  height: number;
  /** The whole photo's size, pixels; `width` may be less. Detections are in its pixels. */
  fullWidth: number;
  fullHeight: number;
  /** Where the file lies; for models that look for something beside it. */
  path?: string;
}

export interface ModelInfo {
  sid: string;
  title: string;
  name: string;
  backend: "onnx" | "ppocr" | "kserve" | "fake";
  status: ModelStatus;
  /** ISO 8601; null when the makers do not say. */
  trainedAt: string | null;
  /** The folder that holds its manifest; null for models made of code alone. */
  folder: string | null;
}

/** Where a model's time went; a model that does all in one leaves `readMs` as it is. */
export interface ModelTimes {
  detectMs: number;
  readMs: number;
}

/** All a model is to the rest of the house. Same photo, same options: same answer. */
export interface DetectionModel {
  info: ModelInfo;
  /** @param times is told how long finding and reading took, by models that do one after the other */
  detect(photo: UprightPhoto, options: DetectOptions, times?: ModelTimes): Promise<Detection[]>;
  /** Reads one sticker whose place is known: `rect` in the whole photo's pixels. Models that cannot have no such method. */
  readSticker?(photo: UprightPhoto, rect: Rect, options: DetectOptions): Promise<Detection>;
  /** Frees what it holds. */
  close?(): Promise<void>;
}
