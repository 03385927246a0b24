import type { Orientation, OrientationOverride } from "@precount/domain";
import type { Sharp } from "sharp";
import { isQuarterTurn, openPhoto, unreadableError } from "./photo.ts";

/**
 * The operations for EXIF's eight orientations. sharp mirrors before it rotates, in any order of calls.
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

/** The size in pixels that the upright photo must fit into. */
export interface Bounds {
  width: number;
  height: number;
}

/** Converts to an upright, opaque sRGB image no larger than `bounds`. Resizes before rotating, which is cheaper. */
export function makeUpright(pixels: Sharp, orientation: Orientation, bounds: Bounds): Sharp {
  const [width, height] = isQuarterTurn(orientation) ? [bounds.height, bounds.width] : [bounds.width, bounds.height];
  const resized = pixels
    .flatten({ background: "#ffffff" })
    .resize({ width, height, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb");
  return applyOrientation(resized, orientation);
}

/** Mirrors and rotates stored pixels, so that they are upright. */
export function applyOrientation(pixels: Sharp, orientation: Orientation): Sharp {
  const { flip, flop, clockwise } = TURNS[orientation];
  let result = pixels;
  if (flip) result = result.flip();
  if (flop) result = result.flop();
  if (clockwise) result = result.rotate(clockwise);
  return result;
}

/** A decoded photo: rows from the top, three bytes R, G, B per pixel. */
export interface UprightPixels {
  data: Uint8Array;
  width: number;
  height: number;
  /** Size of the full upright photo in pixels. Boxes use these pixels. */
  fullWidth: number;
  fullHeight: number;
  /** width / fullWidth, at most 1. */
  scale: number;
}

/**
 * Decodes a photo upright. `edgeFor` maps the full long edge to the wanted one, in pixels; a JPEG decodes faster at a half, a
 * quarter or an eighth. Call it in a child process only: it takes 3 bytes per pixel, and a hostile file may crash it. Throws
 * an Error with a sentence for a person.
 */
export async function decodeUpright(
  path: string,
  rotation: OrientationOverride,
  edgeFor: (longEdgePx: number) => number = (edge) => edge,
): Promise<UprightPixels> {
  const photo = await openPhoto(path, rotation);
  const turned = isQuarterTurn(photo.orientation);
  const fullWidth = turned ? photo.facts.height : photo.facts.width;
  const fullHeight = turned ? photo.facts.width : photo.facts.height;
  const edge = Math.max(1, Math.round(edgeFor(Math.max(fullWidth, fullHeight))));
  try {
    const { data, info } = await makeUpright(photo.pixels, photo.orientation, { width: edge, height: edge })
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, fullWidth, fullHeight, scale: info.width / fullWidth };
  } catch (error) {
    throw unreadableError(error);
  }
}
