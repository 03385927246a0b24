/*
 * Whether a photo is worth sending: by its grey picture, reduced to `LOOK_WIDTH_PX`. Where the thresholds come from:
 * docs/decisions/021-photos-on-a-phone.md.
 */

/** A picture in grey, 0–255, row by row. */
export type Grey = { width: number; height: number; pixels: Uint8Array };

export type Doubt = "blurred" | "dark" | "glare" | "far" | "close";

/** What is wrong and what to do about it. */
export const DOUBT_WORDS: Readonly<Record<Doubt, string>> = {
  blurred: "Blurred – hold still and take it again",
  dark: "Too dark – switch on the light and take it again",
  glare: "Glare – step aside until nothing shines back",
  far: "Too far – go closer until the labels are larger",
  close: "Too close – step back until the labels are whole",
};
export const GOOD_WORDS = "Sharp, well lit";

/** Larger would take longer and know no more. */
export const LOOK_WIDTH_PX = 1600;

const TILE_PX = 32;
/** Tiles with less than this (standard deviation) are walls and floors: nothing on them is sharp or blurred. */
const TEXTURED = 12;
/** Of the textured tiles the sharpest tenth decides: what lies behind may be out of focus. */
const SHARPEST = 0.9;
const LEAST_SHARPNESS = 0.1;
const DARK_BELOW = 60;
const BLOWN_FROM = 250;
const MOST_GLARE = 0.08;

export type Look = {
  /** Of edges against contrast, 0 for a fog; null where nothing has any. */
  sharpness: number | null;
  /** The level that one pixel in ten is brighter than. */
  bright: number;
  /** Share of the picture that is nothing but white. */
  glare: number;
};

export function lookAt(grey: Grey): Look {
  const sharpness: number[] = [];
  let blown = 0;
  let tiles = 0;
  for (let y = 1; y + TILE_PX < grey.height; y += TILE_PX) {
    for (let x = 1; x + TILE_PX < grey.width; x += TILE_PX) {
      const tile = lookAtTile(grey, x, y);
      tiles += 1;
      if (tile.isBlown) blown += 1;
      if (tile.deviation >= TEXTURED) sharpness.push(tile.edges / tile.deviation ** 2);
    }
  }
  return {
    sharpness: sharpness.length === 0 ? null : quantile(sharpness, SHARPEST),
    bright: brightLevel(grey),
    glare: tiles === 0 ? 0 : blown / tiles,
  };
}

/** What is to be said of it, the worst first. */
export function doubtsOf({ sharpness, bright, glare }: Look): Doubt[] {
  const doubts: Doubt[] = [];
  if (bright < DARK_BELOW) doubts.push("dark");
  if (sharpness === null || sharpness < LEAST_SHARPNESS) doubts.push("blurred");
  if (glare > MOST_GLARE) doubts.push("glare");
  return doubts;
}

/** `edges`: the variance of the Laplacian; nothing but white is blown. */
function lookAtTile({ pixels, width }: Grey, left: number, top: number) {
  let [sum, squares, laplaceSum, laplaceSquares, least] = [0, 0, 0, 0, 255];
  for (let y = top; y < top + TILE_PX; y += 1) {
    for (let x = left; x < left + TILE_PX; x += 1) {
      const at = y * width + x;
      const value = pixels[at] ?? 0;
      const laplace =
        4 * value -
        (pixels[at - 1] ?? 0) -
        (pixels[at + 1] ?? 0) -
        (pixels[at - width] ?? 0) -
        (pixels[at + width] ?? 0);
      sum += value;
      squares += value * value;
      laplaceSum += laplace;
      laplaceSquares += laplace * laplace;
      if (value < least) least = value;
    }
  }
  const count = TILE_PX * TILE_PX;
  const variance = squares / count - (sum / count) ** 2;
  return {
    deviation: Math.sqrt(Math.max(0, variance)),
    edges: laplaceSquares / count - (laplaceSum / count) ** 2,
    isBlown: least >= BLOWN_FROM,
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function brightLevel({ pixels }: Grey): number {
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
export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): Grey {
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const from = at * 4;
    pixels[at] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29) >> 8;
  }
  return { width, height, pixels };
}
