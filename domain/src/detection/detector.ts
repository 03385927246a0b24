/*
 * Input and output of the model's detector, shared by the worker, which reads what it finds, and the phone, which
 * checks whether a photo is worth uploading. Training uses the same steps
 * (training/precount_training/detector_model.py).
 */
import { type Box, boxRect } from "../geometry/box.ts";
import { rotatedIou } from "../geometry/iou.ts";
import type { Rect } from "../geometry/rect.ts";

/** Settings of the detector, as in the model manifest. */
export type DetectorSettings = {
  longEdgePx: number;
  multiplePx: number;
  mean: number;
  deviation: number;
  stridePx: number;
  /** Box sizes and offsets are learned in units of this many pixels. */
  unitPx: number;
  /** Minimum score of a box that is read. */
  leastScore: number;
  /** Minimum confidence of a sticker. */
  stickerThreshold: number;
  /** Maximum IoU of two boxes that are both kept. */
  mostOverlap: number;
};

/** A box in pixels of the detector's image; its angle is between -90 and 90 degrees. */
export type DetectedBox = {
  label: "sticker" | "shelf";
  /** 0–1. */
  score: number;
  box: Box;
};

const LABELS = ["sticker", "shelf"] as const;
/** Channels per cell: one score per class, then dx, dy, log width, log height, cos 2a, sin 2a. */
export const DETECTOR_CHANNELS = LABELS.length + 6;
/** Maximum number of cells that are decoded, best first. */
const MAX_CELLS = 400;

/** The size of the detector's image, pixels: the photo's size, reduced to `longEdgePx`. */
export function detectorSize(
  { width, height }: { width: number; height: number },
  { longEdgePx }: DetectorSettings,
): { width: number; height: number } {
  const scale = Math.min(1, longEdgePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** An image row by row, 3 bytes per pixel (RGB) or 4 (RGBA). */
type PixelImage = { data: Uint8Array | Uint8ClampedArray; width: number; height: number };

/**
 * The detector's input tensor (1 × 3 × rows × columns): planes R, G, B, normalized, padded with 0 on the right and at
 * the bottom.
 * @param allocate returns an array of that length, to be filled
 */
export function detectorInput(
  { data, width, height }: PixelImage,
  { multiplePx, mean, deviation }: DetectorSettings,
  allocate: (length: number) => Float32Array = (length) => new Float32Array(length),
): { data: Float32Array; shape: readonly [1, 3, number, number] } {
  const normal = Float32Array.from({ length: 256 }, (_, level) => (level / 255 - mean) / deviation);
  const columns = Math.ceil(width / multiplePx) * multiplePx;
  const rows = Math.ceil(height / multiplePx) * multiplePx;
  const plane = rows * columns;
  const step = data.length / (width * height);
  const input = allocate(3 * plane);
  if (columns > width || rows > height) input.fill(0);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, to = y * columns; x < width; x++, to++, from += step) {
      input[to] = normal[data[from]!]!;
      input[plane + to] = normal[data[from + 1]!]!;
      input[2 * plane + to] = normal[data[from + 2]!]!;
    }
  }
  return { data: input, shape: [1, 3, rows, columns] };
}

/** The detector's output: DETECTOR_CHANNELS × rows × columns. */
export type DetectorOutput = { data: Float32Array; rows: number; columns: number };

/** All boxes with at least `leastScore`, best first. */
export function decodeDetectorOutput(
  { data, rows, columns }: DetectorOutput,
  settings: DetectorSettings,
): DetectedBox[] {
  const plane = rows * columns;
  const candidates: { at: number; score: number }[] = [];
  for (let at = 0; at < LABELS.length * plane; at++) {
    const score = data[at]!;
    if (score >= settings.leastScore) candidates.push({ at, score });
  }
  candidates.sort((a, b) => b.score - a.score || a.at - b.at);
  const { stridePx, unitPx } = settings;
  return candidates.slice(0, MAX_CELLS).map(({ at, score }) => {
    const cell = at % plane;
    const value = (channel: number): number => data[(LABELS.length + channel) * plane + cell]!;
    const side = (channel: number): number => unitPx * Math.exp(Math.min(4, Math.max(-4, value(channel))));
    return {
      label: LABELS[at < plane ? 0 : 1],
      score,
      box: {
        cx: ((cell % columns) + 0.5) * stridePx + value(0) * unitPx,
        cy: (Math.floor(cell / columns) + 0.5) * stridePx + value(1) * unitPx,
        width: side(2),
        height: side(3),
        angle: (Math.atan2(value(5), value(4)) * 90) / Math.PI,
      },
    };
  });
}

/**
 * Non-maximum suppression across classes.
 * @param found best first
 */
export function suppressOverlaps(found: readonly DetectedBox[], mostOverlap: number, limit: number): DetectedBox[] {
  const kept: { item: DetectedBox; rect: Rect; radius: number }[] = [];
  for (const item of found) {
    if (kept.length === limit) break;
    const { cx, cy, width, height } = item.box;
    const rect = boxRect(item.box);
    const radius = Math.hypot(width, height) / 2;
    const isDistinct = kept.every(
      (other) =>
        Math.hypot(other.item.box.cx - cx, other.item.box.cy - cy) > other.radius + radius ||
        rotatedIou(other.rect, rect) < mostOverlap,
    );
    if (isDistinct) kept.push({ item, rect, radius });
  }
  return kept.map(({ item }) => item);
}
