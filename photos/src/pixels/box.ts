import type { Box } from "@precount/domain";

export interface Point {
  x: number;
  y: number;
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Converts a point of the box's frame (origin at its center, x axis along its width) to image coordinates. */
export function fromBoxFrame(box: Box, u: number, v: number): Point {
  const cos = Math.cos(radians(box.angle));
  const sin = Math.sin(radians(box.angle));
  return { x: box.cx + u * cos - v * sin, y: box.cy + u * sin + v * cos };
}

/** Converts a point in image coordinates to the box's frame. */
export function toBoxFrame(box: Box, point: Point): Point {
  const cos = Math.cos(radians(box.angle));
  const sin = Math.sin(radians(box.angle));
  const dx = point.x - box.cx;
  const dy = point.y - box.cy;
  return { x: dx * cos + dy * sin, y: -dx * sin + dy * cos };
}

/** The box with the same angle that spans (left, top) to (right, bottom) in the frame of `box`. */
export function subBox(box: Box, left: number, top: number, right: number, bottom: number): Box {
  const center = fromBoxFrame(box, (left + right) / 2, (top + bottom) / 2);
  return { cx: center.x, cy: center.y, width: right - left, height: bottom - top, angle: box.angle };
}

/** The corners, clockwise from the box's top left. */
export function corners(box: Box): [Point, Point, Point, Point] {
  const w = box.width / 2;
  const h = box.height / 2;
  return [fromBoxFrame(box, -w, -h), fromBoxFrame(box, w, -h), fromBoxFrame(box, w, h), fromBoxFrame(box, -w, h)];
}

/** Scales a box about the image's origin. */
export const scaleBox = (box: Box, factor: number): Box => ({
  cx: box.cx * factor,
  cy: box.cy * factor,
  width: box.width * factor,
  height: box.height * factor,
  angle: box.angle,
});
