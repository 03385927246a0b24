import { type Orientation, type Rotation, type Size, effectiveOrientation, orientSize } from "@precount/domain";
import type { ImageRow } from "./read.ts";

/** Effective orientation: how the stored pixels are turned. */
export const orientationOf = (image: { orientation: Orientation; rotation: Rotation }): Orientation =>
  effectiveOrientation(image.orientation, image.rotation);

/** Of the upright photo, pixels. */
export const uprightSize = (image: ImageRow): Size =>
  orientSize({ width: image.rawWidth, height: image.rawHeight }, orientationOf(image));

/** Changes with the turning, so that what browsers keep for good is never wrong. */
export const imageVersion = (image: Pick<ImageRow, "orientation" | "rotation" | "sha256">): string =>
  `${orientationOf(image)}-${image.sha256.slice(0, 8)}`;

export const imageContentsUrl = (image: ImageRow, slug: string): string =>
  `/api/projects/${slug}/images/${image.sid}/contents?v=${imageVersion(image)}`;
