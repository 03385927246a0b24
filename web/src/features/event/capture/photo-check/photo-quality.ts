/*
 * Judges a photo by a gray copy, reduced to `CHECK_WIDTH_PX`, and by the stickers that the detector finds in it. ADR-021 has
 * the measurements behind the thresholds.
 */

import type { Size } from "@precount/domain";

/** Gray levels 0–255, row by row. */
export type GrayImage = { width: number; height: number; pixels: Uint8Array };

/** The detector's findings in a photo. */
export type StickerMeasures = {
  /** Sure detections. */
  stickers: number;
  /** The median width of sure detections, as a share of the photo's longer edge; 0 if there are none. */
  width: number;
  /** All detections, with the uncertain ones, which may be print on packages. */
  candidates: number;
};

export type PhotoCheck = {
  /** The worst first; null if the browser cannot decode the photo (HEIC). */
  problems: PhotoProblem[] | null;
  /** Stickers found; null if the detector did not run. */
  stickers: number | null;
  thumb: Blob | null;
};
export const UNCHECKED: PhotoCheck = { problems: null, stickers: null, thumb: null };

export type PhotoProblem = "blurred" | "dark" | "glare" | "small" | "far" | "none";

export const PROBLEM_TEXT: Readonly<Record<PhotoProblem, string>> = {
  blurred: "Blurred – hold still and take it again",
  dark: "Too dark – switch on the light and take it again",
  glare: "Glare – step aside to avoid the reflection",
  small: "Too few pixels – move closer, or use another camera",
  far: "Too far away – step closer and take it again",
  none: "No stickers found – check that this is the shelf, or step closer",
};

/** @param stickers found in the photo; null if the detector did not run */
export const goodPhotoText = (stickers: number | null): string =>
  stickers === null ? "Sharp, well lit" : `Sharp, well lit, ${stickers === 1 ? "1 sticker" : `${stickers} stickers`}`;

/** A larger copy takes longer and changes no result. */
export const CHECK_WIDTH_PX = 1600;

const TILE_PX = 32;
/** Tiles with a lower standard deviation are walls and floors, neither sharp nor blurred. */
const MIN_TEXTURE = 12;
/** The sharpest tenth of the textured tiles decides: the background may be out of focus. */
const SHARPEST = 0.9;
const MIN_SHARPNESS = 0.045;
const DARK_BELOW = 40;
const OVEREXPOSED_FROM = 250;
const MAX_GLARE = 0.07;

/** As a share of the photo's longer edge: narrower stickers are not found, at any resolution. */
export const MIN_STICKER_WIDTH = 1 / 28;
/** With a shorter longer edge, a sticker of the minimum width has too few pixels to be read. */
const MIN_LONG_EDGE_PX = 1200;
/** From far away the detector has many candidates and is sure of few. */
const MIN_SURE_SHARE = 1 / 4;

export type LightMeasures = {
  /**
   * Edge strength relative to contrast, in the direction with fewer edges: a hand moves in one direction. Null without any
   * contrast.
   */
  sharpness: number | null;
  /** The gray level that a tenth of the pixels exceeds. */
  bright: number;
  /** The overexposed share of the photo. */
  glare: number;
};

export function measureLight(gray: GrayImage): LightMeasures {
  const horizontal: number[] = [];
  const vertical: number[] = [];
  let overexposed = 0;
  let tiles = 0;
  for (let y = 1; y + TILE_PX < gray.height; y += TILE_PX) {
    for (let x = 1; x + TILE_PX < gray.width; x += TILE_PX) {
      const tile = measureTile(gray, x, y);
      tiles += 1;
      if (tile.isOverexposed) overexposed += 1;
      if (tile.deviation < MIN_TEXTURE) continue;
      horizontal.push(tile.horizontal / tile.deviation ** 2);
      vertical.push(tile.vertical / tile.deviation ** 2);
    }
  }
  const isFlat = horizontal.length === 0;
  return {
    sharpness: isFlat ? null : Math.min(quantile(horizontal, SHARPEST), quantile(vertical, SHARPEST)),
    bright: brightLevel(gray),
    glare: tiles === 0 ? 0 : overexposed / tiles,
  };
}

/**
 * The problems of a photo, the worst first.
 * @param photo its original size, pixels
 * @param measures null if the detector did not run
 */
export function problemsOf(
  { sharpness, bright, glare }: LightMeasures,
  photo: Size,
  measures: StickerMeasures | null,
): PhotoProblem[] {
  const problems: PhotoProblem[] = [];
  if (bright < DARK_BELOW) problems.push("dark");
  if (sharpness === null || sharpness < MIN_SHARPNESS) problems.push("blurred");
  if (glare > MAX_GLARE) problems.push("glare");
  if (Math.max(photo.width, photo.height) < MIN_LONG_EDGE_PX) problems.push("small");
  if (measures?.stickers === 0) problems.push("none");
  else if (measures && isFar(measures)) problems.push("far");
  return problems;
}

const isFar = ({ stickers, width, candidates }: StickerMeasures): boolean =>
  width < MIN_STICKER_WIDTH || stickers < MIN_SURE_SHARE * candidates;

/** `horizontal` and `vertical`: the mean square of the second difference in each direction. */
function measureTile({ pixels, width }: GrayImage, left: number, top: number) {
  let [sum, squares, horizontal, vertical, darkest] = [0, 0, 0, 0, 255];
  for (let y = top; y < top + TILE_PX; y += 1) {
    for (let x = left; x < left + TILE_PX; x += 1) {
      const at = y * width + x;
      const value = pixels[at] ?? 0;
      const byX = 2 * value - (pixels[at - 1] ?? 0) - (pixels[at + 1] ?? 0);
      const byY = 2 * value - (pixels[at - width] ?? 0) - (pixels[at + width] ?? 0);
      sum += value;
      squares += value * value;
      horizontal += byX * byX;
      vertical += byY * byY;
      if (value < darkest) darkest = value;
    }
  }
  const count = TILE_PX * TILE_PX;
  const variance = squares / count - (sum / count) ** 2;
  return {
    deviation: Math.sqrt(Math.max(0, variance)),
    horizontal: horizontal / count,
    vertical: vertical / count,
    isOverexposed: darkest >= OVEREXPOSED_FROM,
  };
}

/** 0 for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function brightLevel({ pixels }: GrayImage): number {
  const counts = new Uint32Array(256);
  for (const value of pixels) counts[value] = (counts[value] ?? 0) + 1;
  let above = 0;
  for (let level = 255; level >= 0; level -= 1) {
    above += counts[level] ?? 0;
    if (above >= pixels.length / 10) return level;
  }
  return 0;
}

/** @param rgba pixels of a canvas */
export function toGrayImage(rgba: Uint8ClampedArray, width: number, height: number): GrayImage {
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const from = at * 4;
    pixels[at] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29) >> 8;
  }
  return { width, height, pixels };
}
