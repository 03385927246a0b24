import { type Orientation, type Rotation, type Size, effectiveOrientation, orientSize } from "@precount/domain";
import type { ImageRow } from "./read.ts";

/** Effective orientation of the stored pixels: the EXIF orientation or the user's rotation. */
export const orientationOf = (image: { orientation: Orientation; rotation: Rotation }): Orientation =>
  effectiveOrientation(image.orientation, image.rotation);

/** Size of the upright photo in pixels. */
export const uprightSize = (image: Pick<ImageRow, "orientation" | "rotation" | "rawWidth" | "rawHeight">): Size =>
  orientSize({ width: image.rawWidth, height: image.rawHeight }, orientationOf(image));

/** Changes when the photo is rotated, so that browsers may cache its URL forever. */
export const imageVersion = (image: Pick<ImageRow, "orientation" | "rotation" | "sha256">): string =>
  `${orientationOf(image)}-${image.sha256.slice(0, 8)}`;

/** A photo with what its URL and its event need. */
export type NamedPhotoRow = Pick<ImageRow, "projectSid" | "sid" | "name" | "orientation" | "rotation" | "sha256">;

export const imageContentsUrl = (
  image: Pick<ImageRow, "sid" | "orientation" | "rotation" | "sha256">,
  slug: string,
): string => `/api/projects/${slug}/images/${image.sid}/contents?v=${imageVersion(image)}`;
