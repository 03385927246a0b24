import type { Rect } from "@precount/domain";

/** SVG's transform that turns what stands on a box with it; degrees clockwise about its centre. */
export const rotationTransform = ({ x, y, width, height }: Rect, angle = 0): string | undefined =>
  angle === 0 ? undefined : `rotate(${angle} ${x + width / 2} ${y + height / 2})`;
