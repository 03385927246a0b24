import { type Rect, rectCorners } from "@precount/domain";

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * A box's rotated outline as SVG path data in photo pixels. The path contains the rotation, because a transform per
 * box would cost a node in every frame.
 */
export const boxPath = (rect: Rect): string =>
  `M${rectCorners(rect)
    .map(({ x, y }) => `${roundToTenth(x)} ${roundToTenth(y)}`)
    .join("L")}Z`;
