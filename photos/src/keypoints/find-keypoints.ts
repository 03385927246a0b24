import { type Keypoints, DESCRIPTOR_WORDS } from "@precount/domain";
import { DESCRIPTOR_BORDER_PX, describe } from "./brief.ts";
import { type Corner, fastCorners } from "./fast-corners.ts";
import { type GrayImage, reduceGray, shrink } from "../gray-image.ts";

/** The long edge of the largest image in which keypoints are searched, pixels: a sticker's digits are about 8 px high there. */
const EDGE_PX = 800;
/** Each level is smaller than the one before by this factor, so that a photo from farther away has the same keypoints. */
const LEVEL_FACTOR = 1.4;
/** Cells of the levels, from the largest: about 20 × 15, 14 × 11 and 10 × 8 cells. */
const LEVELS = [
  { cellPx: 40, perCell: 2 },
  { cellPx: 40, perCell: 1 },
  { cellPx: 40, perCell: 1 },
];
const SEARCH = { border: DESCRIPTOR_BORDER_PX, threshold: 10, clearThreshold: 40 };

/**
 * Keypoints by which overlapping photos are recognized: corners of three sizes with a descriptor of their surroundings.
 * @param photo upright, in any size
 * @param fullWidth of the full upright photo: the keypoints' coordinates are its pixels
 */
export function findKeypoints(photo: GrayImage, fullWidth: number): Keypoints {
  let level: GrayImage = reduceGray(photo, EDGE_PX);
  const found: { corners: Corner[]; words: Uint32Array; scale: number }[] = [];
  for (const [n, cells] of LEVELS.entries()) {
    if (n > 0) level = shrink(level, LEVEL_FACTOR);
    const corners = fastCorners(level, { ...SEARCH, ...cells });
    found.push({ corners, words: describe(level, corners), scale: fullWidth / level.width });
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
