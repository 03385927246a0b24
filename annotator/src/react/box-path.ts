import { type Rect, rectCorners } from "@precount/domain";

const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** A box's turned outline as SVG path data, in the photo's pixels: no box has a transform of its own, which each would cost a node in every frame. */
export const boxPath = (rect: Rect): string =>
  `M${rectCorners(rect)
    .map(({ x, y }) => `${roundToTenth(x)} ${roundToTenth(y)}`)
    .join("L")}Z`;
