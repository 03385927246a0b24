import type { Rotation } from "@precount/domain";

export const ROTATION_TITLES: Readonly<Record<Rotation, string>> = {
  none: "Automatic",
  rotate90CW: "90° clockwise",
  rotate180: "180°",
  rotate270CW: "270° clockwise",
};
