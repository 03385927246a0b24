import { type Keypoints, type Orientation, DESCRIPTOR_WORDS } from "@precount/domain";
import { PATCH_RADIUS_PX, describe } from "./brief.ts";
import { type Corner, fastCorners } from "./fast-corners.ts";
import { type GrayImage, blur, reduceToGray, shrink } from "./gray-image.ts";

/** The long edge of the largest image in which keypoints are searched, pixels: a sticker's digits are about 10 px high there. */
const EDGE_PX = 1000;
/** Each level is smaller than the one before by this factor, so that a photo from farther away has the same keypoints. */
const LEVEL_FACTOR = 1.4;
/** Cells of the levels, from the largest: about 24 × 18, 12 × 9 and 8 × 6 cells. */
const LEVELS = [
  { cellPx: 48, perCell: 2 },
  { cellPx: 50, perCell: 1 },
  { cellPx: 50, perCell: 1 },
];
const THRESHOLD = 10;

/** A decoded photo as it is stored: rows from the top, `channels` bytes per pixel, in any size. */
export interface DecodedPhoto {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  channels: number;
}

/**
 * Keypoints by which overlapping photos are recognized: corners of three sizes with a descriptor of their surroundings.
 * @param orientation from stored to upright
 * @param uprightWidth of the full upright photo: the keypoints' coordinates are its pixels
 */
export function findKeypoints(photo: DecodedPhoto, orientation: Orientation, uprightWidth: number): Keypoints {
  let level: GrayImage = reduceToGray(photo, photo.channels, orientation, EDGE_PX);
  const found: { corners: Corner[]; words: Uint32Array; scale: number }[] = [];
  for (const [n, cells] of LEVELS.entries()) {
    if (n > 0) level = shrink(level, LEVEL_FACTOR);
    const corners = fastCorners(level, { border: PATCH_RADIUS_PX + 1, threshold: THRESHOLD, ...cells });
    found.push({ corners, words: describe(blur(level), corners), scale: uprightWidth / level.width });
  }
  const count = found.reduce((sum, { corners }) => sum + corners.length, 0);
  const keypoints = {
    x: new Uint16Array(count),
    y: new Uint16Array(count),
    descriptors: new Uint32Array(count * DESCRIPTOR_WORDS),
  };
  let at = 0;
  for (const { corners, words, scale } of found) {
    keypoints.descriptors.set(words, at * DESCRIPTOR_WORDS);
    for (const { x, y } of corners) {
      keypoints.x[at] = (x + 0.5) * scale;
      keypoints.y[at] = (y + 0.5) * scale;
      at += 1;
    }
  }
  return keypoints;
}
