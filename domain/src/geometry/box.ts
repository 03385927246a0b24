/** A rotated box: centre, sides and angle in pixels and degrees clockwise. Fractions are kept until the end. */
export type Box = {
  cx: number;
  cy: number;
  width: number;
  height: number;
  angle: number;
};
