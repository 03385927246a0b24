/** A rotated box: center and sides in pixels, angle in degrees clockwise. Not rounded. */
export type Box = {
  cx: number;
  cy: number;
  width: number;
  height: number;
  angle: number;
};
