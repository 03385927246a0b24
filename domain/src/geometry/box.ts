import type { Rect } from "./rect.ts";

/** A rotated box: center and sides in pixels, angle in degrees clockwise. Not rounded. */
export type Box = {
  cx: number;
  cy: number;
  width: number;
  height: number;
  angle: number;
};

/** The same box as a rect, which is named by its corner at the upper left before it is rotated. */
export const boxRect = ({ cx, cy, width, height, angle }: Box): Rect => ({
  x: cx - width / 2,
  y: cy - height / 2,
  width,
  height,
  angle,
});
