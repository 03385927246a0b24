import type { Rect } from "@precount/domain";

/** SVG transform that rotates by `angle` degrees clockwise about the center of a rectangle; undefined for 0. */
export const rotationTransform = ({ x, y, width, height }: Rect, angle = 0): string | undefined =>
  angle === 0 ? undefined : `rotate(${angle} ${x + width / 2} ${y + height / 2})`;
