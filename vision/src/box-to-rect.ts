import type { Rect, Box } from "@precount/domain";
import { scaleBox } from "@precount/photos";

/**
 * Converts a box in pixels of the decoded photo to a rect of the full photo: whole pixels, the unrotated box inside the
 * photo, angle 0–360 (PD-25).
 */
export function boxToRect(box: Box, photo: { width: number; fullWidth: number; fullHeight: number }): Rect {
  const full = scaleBox(box, photo.fullWidth / photo.width);
  const width = Math.min(photo.fullWidth, Math.max(1, Math.round(full.width)));
  const height = Math.min(photo.fullHeight, Math.max(1, Math.round(full.height)));
  const angle = Math.round((((full.angle % 360) + 360) % 360) * 100) / 100;
  return {
    x: inside(full.cx - full.width / 2, width, photo.fullWidth),
    y: inside(full.cy - full.height / 2, height, photo.fullHeight),
    width,
    height,
    angle: angle === 360 ? 0 : angle,
  };
}

const inside = (at: number, size: number, most: number): number => Math.min(most - size, Math.max(0, Math.round(at)));
