import type { Box } from "@precount/domain";
import { type Component, components, type Pixels, rectify, subBox } from "@precount/photos";
import { distance } from "./paper.ts";

/** Pixels per line height in which ink is looked for. */
const LINE_PX = 32;
/** Ink differs from its paper by at least this, in R, G or B. */
const LEAST_CONTRAST = 48;

/**
 * Tight boxes around what is written in a part of a label, from left to right: the words and numbers of its
 * largest line, hairlines and the paper's own rim left out.
 * @param zone the part, a box of the photo
 * @param lineHeight the code's height in photo pixels: sizes are judged by it
 */
export function inkBoxes(
  picture: Pixels,
  zone: Box,
  colour: readonly [number, number, number],
  lineHeight: number,
): Box[] {
  const scale = LINE_PX / lineHeight;
  const width = Math.round(zone.width * scale);
  const height = Math.round(zone.height * scale);
  if (width < 6 || height < 8 || width > 1200 || height > 600) return [];
  const crop = rectify(picture, zone, width, height);
  const contrast = Math.max(LEAST_CONTRAST, 0.45 * strongest(crop, colour));
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++) if (distance(crop, i, colour) > contrast) mask[i] = 1;
  const strokes = components(mask, width, height).filter((part) => isStroke(part, width, height));
  return groups(strokes).map(({ left, top, right, bottom }) => {
    const margin = Math.max(3, (bottom - top) * 0.18);
    return subBox(
      zone,
      (left - margin) / scale - zone.width / 2,
      (top - margin) / scale - zone.height / 2,
      (right + 1 + margin) / scale - zone.width / 2,
      (bottom + 1 + margin) / scale - zone.height / 2,
    );
  });
}

/** The contrast that the darkest hundredth reaches: the ink's. */
function strongest(crop: Pixels, colour: readonly [number, number, number]): number {
  const all = Array.from({ length: crop.width * crop.height }, (_, i) => distance(crop, i, colour));
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0;
}

/** Not a speck, not a hairline, not the dark beyond the paper. */
function isStroke(part: Component, width: number, height: number): boolean {
  const w = part.right - part.left + 1;
  const h = part.bottom - part.top + 1;
  const touches = [part.left === 0, part.top === 0, part.right === width - 1, part.bottom === height - 1].filter(
    Boolean,
  );
  if (touches.length >= 2) return false;
  if (touches.length === 1 && (h <= 4 || w <= 4)) return false;
  if (w > width * 0.7 && h < LINE_PX * 0.25) return false;
  return h >= LINE_PX * 0.22 && part.pixels.length >= 12;
}

/** Strokes that stand on one line without a wide gap are one word; the rest of that size are others. */
function groups(strokes: readonly Component[]): Component[] {
  const tallest = Math.max(0, ...strokes.map(({ top, bottom }) => bottom - top + 1));
  const merged: Component[] = [];
  for (const stroke of strokes.toSorted((a, b) => a.left - b.left)) {
    const near = merged.find(
      (group) =>
        stroke.left - group.right < 0.55 * tallest &&
        Math.min(stroke.bottom, group.bottom) - Math.max(stroke.top, group.top) > -0.1 * tallest,
    );
    if (!near) merged.push({ ...stroke });
    else {
      near.left = Math.min(near.left, stroke.left);
      near.right = Math.max(near.right, stroke.right);
      near.top = Math.min(near.top, stroke.top);
      near.bottom = Math.max(near.bottom, stroke.bottom);
    }
  }
  return merged.filter(({ top, bottom }) => bottom - top + 1 >= 0.5 * tallest);
}
