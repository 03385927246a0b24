import type { Box } from "@precount/domain";

export interface Point {
  x: number;
  y: number;
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A point of the box's own frame (origin at its centre, x along its width) in the photo. */
export function toPhoto(box: Box, u: number, v: number): Point {
  const cos = Math.cos(radians(box.angle));
  const sin = Math.sin(radians(box.angle));
  return { x: box.cx + u * cos - v * sin, y: box.cy + u * sin + v * cos };
}

/** A photo's point in the box's own frame. */
export function toBox(box: Box, point: Point): Point {
  const cos = Math.cos(radians(box.angle));
  const sin = Math.sin(radians(box.angle));
  const dx = point.x - box.cx;
  const dy = point.y - box.cy;
  return { x: dx * cos + dy * sin, y: -dx * sin + dy * cos };
}

/** The part of `box`'s frame from (left, top) to (right, bottom), as a box of its own at the same angle. */
export function subBox(box: Box, left: number, top: number, right: number, bottom: number): Box {
  const centre = toPhoto(box, (left + right) / 2, (top + bottom) / 2);
  return { cx: centre.x, cy: centre.y, width: right - left, height: bottom - top, angle: box.angle };
}

/** Corners clockwise from the box's own top left. */
export function corners(box: Box): [Point, Point, Point, Point] {
  const w = box.width / 2;
  const h = box.height / 2;
  return [toPhoto(box, -w, -h), toPhoto(box, w, -h), toPhoto(box, w, h), toPhoto(box, -w, h)];
}

export const scaleBox = (box: Box, factor: number): Box => ({
  cx: box.cx * factor,
  cy: box.cy * factor,
  width: box.width * factor,
  height: box.height * factor,
  angle: box.angle,
});
