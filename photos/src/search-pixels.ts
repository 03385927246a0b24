import { type OrientationOverride, encodeKeypoints } from "@precount/domain";
import { type FoundCode, readCodes } from "./read-codes.ts";
import { toGray } from "./gray-image.ts";
import { findKeypoints } from "./keypoints/find-keypoints.ts";
import { type UprightPixels, decodeUpright } from "./upright.ts";

/** The maximum long edge of the pixels that are searched. A phone's 12 megapixels are not reduced. */
const MAX_EDGE_PX = 4096;

/** The codes and keypoints of a photo. */
export interface SearchedPixels {
  codes: FoundCode[];
  /** domain's encodeKeypoints, in the upright frame under the given rotation. */
  keypoints: Uint8Array;
}

/**
 * Finds the codes and the keypoints of a photo, which is decoded once for both. Call it in a child process only. Throws an Error with
 * a sentence for a person.
 */
export async function searchPhoto(path: string, rotation: OrientationOverride): Promise<SearchedPixels> {
  return searchPixels(await decodeUpright(path, rotation, (edge) => Math.min(edge, MAX_EDGE_PX)));
}

/** The same in a decoded photo. */
export async function searchPixels(photo: UprightPixels): Promise<SearchedPixels> {
  const gray = await toGray(photo);
  const keypoints = encodeKeypoints(findKeypoints(gray, photo.fullWidth));
  return { codes: await readCodes(gray), keypoints };
}
