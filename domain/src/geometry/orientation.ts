import { z } from "zod";

/** The eight EXIF orientations under the specification's names, in EXIF order. */
const EXIF_ORIENTATIONS = [
  "normal",
  "flipHorizontal",
  "rotate180",
  "flipVertical",
  "transpose",
  "rotate90CW",
  "transverse",
  "rotate270CW",
] as const;

/** A file's orientation: the index is the EXIF value, 0 for none. */
export const ORIENTATIONS = ["unknown", ...EXIF_ORIENTATIONS] as const;
export const orientationSchema = z.enum(ORIENTATIONS);
export type Orientation = z.infer<typeof orientationSchema>;

/** A user's rotation override; `none` uses the metadata (PD-17). */
export const ROTATIONS = ["none", "rotate180", "rotate90CW", "rotate270CW"] as const;
export const rotationSchema = z.enum(ROTATIONS);
export type Rotation = z.infer<typeof rotationSchema>;

/** Every way to override a file's orientation, mirrored ones too: the rotation overrides and the eight orientations. */
export const ORIENTATION_OVERRIDES = ["none", ...EXIF_ORIENTATIONS] as const;
export const orientationOverrideSchema = z.enum(ORIENTATION_OVERRIDES);
export type OrientationOverride = z.infer<typeof orientationOverrideSchema>;

/** The transform from stored to upright pixels: an override takes precedence over the metadata. */
export function effectiveOrientation(orientation: Orientation, override: OrientationOverride): Orientation {
  if (override !== "none") return override;
  return orientation === "unknown" ? "normal" : orientation;
}
