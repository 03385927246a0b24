/*
 * What goes into the model's detector and what its answer means, wherever it runs: the worker finds what it then reads, a phone sees
 * whether a photo is worth sending. Training does the same (training/precount_training/detector_model.py).
 */
import type { Box } from "../geometry/box.ts";
import { rotatedIou } from "../geometry/iou.ts";
import type { Rect } from "../geometry/rect.ts";

/** How the detector wants its photo and how its answer is understood, as its manifest has it. */
export type DetectorSettings = {
  longEdgePx: number;
  multiplePx: number;
  mean: number;
  deviation: number;
  stridePx: number;
  /** Boxes are learnt relative to this size. */
  unitPx: number;
  /** Below it nothing is worth reading. */
  leastScore: number;
  /** From it on a sticker is one, whatever is read. */
  stickerThreshold: number;
  /** Of boxes that overlap by more, one is kept. */
  mostOverlap: number;
};

/** A box in pixels of the picture that was looked at, its angle between -90 and 90 degrees. */
export type DetectedBox = {
  label: "sticker" | "shelf";
  /** 0–1 */
  score: number;
  box: Box;
};

const LABELS = ["sticker", "shelf"] as const;
/** Of one cell: a score a label, then dx, dy, log width, log height, cos 2a, sin 2a. */
export const DETECTOR_CHANNELS = LABELS.length + 6;
/** Cells that are looked at, best first. */
const MOST_CELLS = 400;

/** The size to look at a photo in, pixels: its own, if that is small enough. */
export function detectorSize(
  { width, height }: { width: number; height: number },
  { longEdgePx }: DetectorSettings,
): { width: number; height: number } {
  const scale = Math.min(1, longEdgePx / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A picture row by row, 3 bytes a pixel (RGB) or 4 (RGBA). */
type Picture = { data: Uint8Array | Uint8ClampedArray; width: number; height: number };

/**
 * The detector's input (1 × 3 × rows × columns): planes R, G, B, normalised, padded with 0 to the right and below.
 * @param fresh floats of that many, to be written to
 */
export function detectorInput(
  { data, width, height }: Picture,
  { multiplePx, mean, deviation }: DetectorSettings,
  fresh: (length: number) => Float32Array = (length) => new Float32Array(length),
): { data: Float32Array; shape: readonly [1, 3, number, number] } {
  const normal = Float32Array.from({ length: 256 }, (_, level) => (level / 255 - mean) / deviation);
  const columns = Math.ceil(width / multiplePx) * multiplePx;
  const rows = Math.ceil(height / multiplePx) * multiplePx;
  const plane = rows * columns;
  const step = data.length / (width * height);
  const input = fresh(3 * plane);
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

/** The detector's answer: DETECTOR_CHANNELS × rows × columns. */
export type DetectorOutput = { data: Float32Array; rows: number; columns: number };

/** Every box that is worth reading, best first. */
export function decodeDetectorOutput(
  { data, rows, columns }: DetectorOutput,
  settings: DetectorSettings,
): DetectedBox[] {
  const plane = rows * columns;
  const sure: { at: number; score: number }[] = [];
  for (let at = 0; at < LABELS.length * plane; at++) {
    const score = data[at]!;
    if (score >= settings.leastScore) sure.push({ at, score });
  }
  sure.sort((a, b) => b.score - a.score || a.at - b.at);
  const { stridePx, unitPx } = settings;
  return sure.slice(0, MOST_CELLS).map(({ at, score }) => {
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

/** Of boxes that mean the same thing the surest, across labels. @param found best first */
export function suppressOverlaps(found: readonly DetectedBox[], mostOverlap: number, limit: number): DetectedBox[] {
  const kept: { item: DetectedBox; rect: Rect; reach: number }[] = [];
  for (const item of found) {
    if (kept.length === limit) break;
    const { cx, cy, width, height } = item.box;
    const rect = boxRect(item.box);
    const reach = Math.hypot(width, height) / 2;
    const isApart = kept.every(
      (other) =>
        Math.hypot(other.item.box.cx - cx, other.item.box.cy - cy) > other.reach + reach ||
        rotatedIou(other.rect, rect) < mostOverlap,
    );
    if (isApart) kept.push({ item, rect, reach });
  }
  return kept.map(({ item }) => item);
}

const boxRect = ({ cx, cy, width, height, angle }: Box): Rect => ({
  x: cx - width / 2,
  y: cy - height / 2,
  width,
  height,
  angle,
});
