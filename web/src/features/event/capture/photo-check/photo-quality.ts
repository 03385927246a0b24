/*
 * Whether a photo is worth sending: by its grey picture, reduced to `LOOK_WIDTH_PX`, and by the stickers that are found on it. Where the
 * thresholds come from: docs/decisions/021-photos-on-a-phone.md.
 */

import type { Size } from "@precount/domain";

/** A picture in grey, 0–255, row by row. */
export type GrayImage = { width: number; height: number; pixels: Uint8Array };

/** What the detector sees in a photo. */
export type StickerMeasures = {
  stickers: number;
  /** The median of their widths, as a share of the photo's longer edge; 0 where there are none. */
  width: number;
  /** With those that may be stickers, or print on a package. */
  maybe: number;
};

/** What there is to say. Doubts and picture are null where the browser cannot decode it (HEIC): then nobody knows, and nothing is said. */
export type PhotoCheck = {
  doubts: PhotoProblem[] | null;
  /** How many are seen; null where nobody has looked for them. */
  stickers: number | null;
  thumb: Blob | null;
};
export const UNCHECKED: PhotoCheck = { doubts: null, stickers: null, thumb: null };

export type PhotoProblem = "blurred" | "dark" | "glare" | "small" | "far" | "none";

/** What is wrong and what to do about it. */
export const PROBLEM_TEXT: Readonly<Record<PhotoProblem, string>> = {
  blurred: "Blurred – hold still and take it again",
  dark: "Too dark – switch on the light and take it again",
  glare: "Glare – step aside until nothing shines back",
  small: "Too few pixels – go close, or use another camera",
  far: "Too far away – step closer and take it again",
  none: "No stickers seen – is this the shelf? Else step closer",
};

/** @param stickers how many were found; null where nobody has looked for them */
export const goodPhotoText = (stickers: number | null): string =>
  stickers === null ? "Sharp, well lit" : `Sharp, well lit, ${stickers === 1 ? "1 sticker" : `${stickers} stickers`}`;

/** Larger would take longer and know no more. */
export const CHECK_WIDTH_PX = 1600;

const TILE_PX = 32;
/** Tiles with less than this (standard deviation) are walls and floors: nothing on them is sharp or blurred. */
const TEXTURED = 12;
/** Of the textured tiles the sharpest tenth decides: what lies behind may be out of focus. */
const SHARPEST = 0.9;
const LEAST_SHARPNESS = 0.045;
const DARK_BELOW = 40;
const BLOWN_FROM = 250;
const MOST_GLARE = 0.07;

/** So wide a sticker has to be, as a share of the photo's longer edge: narrower ones are not found, however many pixels there are. */
export const MIN_STICKER_WIDTH = 1 / 28;
/** Of the photo's longer edge: with fewer a sticker that is just wide enough has too few to be read. */
const LEAST_LONG_EDGE_PX = 1200;
/** From very far one sees what may be stickers everywhere, and is sure of few. */
const LEAST_SURE = 1 / 4;

export type LightMeasures = {
  /** Of edges against contrast, 0 for a fog, in the direction that has less of them: a hand moves in one. Null: no contrast at all. */
  sharpness: number | null;
  /** The level that one pixel in ten is brighter than. */
  bright: number;
  /** Share of the picture that is nothing but white. */
  glare: number;
};

export function measureLight(grey: GrayImage): LightMeasures {
  const across: number[] = [];
  const down: number[] = [];
  let blown = 0;
  let tiles = 0;
  for (let y = 1; y + TILE_PX < grey.height; y += TILE_PX) {
    for (let x = 1; x + TILE_PX < grey.width; x += TILE_PX) {
      const tile = lookAtTile(grey, x, y);
      tiles += 1;
      if (tile.isBlown) blown += 1;
      if (tile.deviation < TEXTURED) continue;
      across.push(tile.across / tile.deviation ** 2);
      down.push(tile.down / tile.deviation ** 2);
    }
  }
  return {
    sharpness: across.length === 0 ? null : Math.min(quantile(across, SHARPEST), quantile(down, SHARPEST)),
    bright: brightLevel(grey),
    glare: tiles === 0 ? 0 : blown / tiles,
  };
}

/**
 * What is to be said of it, the worst first.
 * @param photo its own size, pixels
 * @param labels null where nobody has looked for them
 */
export function problemsOf({ sharpness, bright, glare }: LightMeasures, photo: Size, labels: StickerMeasures | null): PhotoProblem[] {
  const doubts: PhotoProblem[] = [];
  if (bright < DARK_BELOW) doubts.push("dark");
  if (sharpness === null || sharpness < LEAST_SHARPNESS) doubts.push("blurred");
  if (glare > MOST_GLARE) doubts.push("glare");
  if (Math.max(photo.width, photo.height) < LEAST_LONG_EDGE_PX) doubts.push("small");
  if (labels?.stickers === 0) doubts.push("none");
  else if (labels && isFar(labels)) doubts.push("far");
  return doubts;
}

const isFar = ({ stickers, width, maybe }: StickerMeasures): boolean => width < MIN_STICKER_WIDTH || stickers < LEAST_SURE * maybe;

/** `across` and `down`: the mean square of the second difference in each direction; nothing but white is blown. */
function lookAtTile({ pixels, width }: GrayImage, left: number, top: number) {
  let [sum, squares, across, down, least] = [0, 0, 0, 0, 255];
  for (let y = top; y < top + TILE_PX; y += 1) {
    for (let x = left; x < left + TILE_PX; x += 1) {
      const at = y * width + x;
      const value = pixels[at] ?? 0;
      const byX = 2 * value - (pixels[at - 1] ?? 0) - (pixels[at + 1] ?? 0);
      const byY = 2 * value - (pixels[at - width] ?? 0) - (pixels[at + width] ?? 0);
      sum += value;
      squares += value * value;
      across += byX * byX;
      down += byY * byY;
      if (value < least) least = value;
    }
  }
  const count = TILE_PX * TILE_PX;
  const variance = squares / count - (sum / count) ** 2;
  return {
    deviation: Math.sqrt(Math.max(0, variance)),
    across: across / count,
    down: down / count,
    isBlown: least >= BLOWN_FROM,
  };
}

/** 0 of none. */
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

/** Of RGBA, as a canvas gives it. */
export function toGrayImage(rgba: Uint8ClampedArray, width: number, height: number): GrayImage {
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const from = at * 4;
    pixels[at] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29) >> 8;
  }
  return { width, height, pixels };
}
