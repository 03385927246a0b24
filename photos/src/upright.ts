import type { Orientation, Rotation } from "@precount/domain";
import type { Sharp } from "sharp";
import { isQuarterTurn, openPhoto, unreadable } from "./photo.ts";

/**
 * EXIF's eight orientations as sharp does them: sharp mirrors first and turns after,
 * whatever the order of the calls.
 */
const TURNS: Record<Orientation, { flip?: true; flop?: true; clockwise?: 90 | 180 | 270 }> = {
  unknown: {},
  normal: {},
  flipHorizontal: { flop: true },
  rotate180: { clockwise: 180 },
  flipVertical: { flip: true },
  transpose: { flop: true, clockwise: 270 },
  rotate90CW: { clockwise: 90 },
  transverse: { flop: true, clockwise: 90 },
  rotate270CW: { clockwise: 270 },
};

/** The box the upright photo must fit into, pixels. */
export interface Bounds {
  width: number;
  height: number;
}

/** Upright, opaque, 8-bit sRGB, and no larger than `bounds`. Resizing comes before turning: it is cheaper so. */
export function standUpright(pixels: Sharp, orientation: Orientation, bounds: Bounds): Sharp {
  const { flip, flop, clockwise } = TURNS[orientation];
  const [width, height] = isQuarterTurn(orientation) ? [bounds.height, bounds.width] : [bounds.width, bounds.height];
  let result = pixels
    .flatten({ background: "#ffffff" })
    .resize({ width, height, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb");
  if (flip) result = result.flip();
  if (flop) result = result.flop();
  if (clockwise) result = result.rotate(clockwise);
  return result;
}

/** Pixels as a model wants them: rows from the top, three bytes R G B each. */
export interface UprightPixels {
  data: Uint8Array;
  width: number;
  height: number;
  /** Size of the whole upright photo; boxes are given in its pixels. */
  fullWidth: number;
  fullHeight: number;
  /** width / fullWidth, at most 1. */
  scale: number;
}

/**
 * Decodes a photo upright, its longer edge reduced to what `edgeFor` says of its full length (pixels). A JPEG's half,
 * quarter or eighth costs less than the whole. For code that already runs in a child process: it takes 3 bytes a pixel
 * and a hostile file may end the process. Throws with a sentence.
 */
export async function decodeUpright(
  path: string,
  rotation: Rotation,
  edgeFor: (longEdgePx: number) => number = (edge) => edge,
): Promise<UprightPixels> {
  const photo = await openPhoto(path, rotation);
  const turned = isQuarterTurn(photo.orientation);
  const fullWidth = turned ? photo.facts.height : photo.facts.width;
  const fullHeight = turned ? photo.facts.width : photo.facts.height;
  const edge = Math.max(1, Math.round(edgeFor(Math.max(fullWidth, fullHeight))));
  try {
    const { data, info } = await standUpright(photo.pixels, photo.orientation, { width: edge, height: edge })
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, fullWidth, fullHeight, scale: info.width / fullWidth };
  } catch (error) {
    throw new Error(unreadable(error), { cause: error });
  }
}
