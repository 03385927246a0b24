import { type Rect, rectBounds } from "@precount/domain";
import type { Pixels } from "@precount/photos";

/**
 * The same shelf with each sticker pasted at another place of it, and its new rects: a second bay with the same goods in the same
 * order, whose stickers have the same texts. Stickers without a free place stay out.
 */
export function moveStickers(
  shelf: Pixels,
  rects: readonly Rect[],
  random: () => number,
): { shelf: Pixels; rects: (Rect | null)[] } {
  const data = shelf.data.slice();
  const moved = rects.map((rect): Rect | null => {
    const { left, top, right, bottom } = rectBounds(rect);
    const side = random() < 0.5 ? -1 : 1;
    const shift = Math.round(side * (right - left) * (1.1 + random()));
    const area = { left: Math.floor(left), top: Math.floor(top), right: Math.ceil(right), bottom: Math.ceil(bottom) };
    const isInside = area.left + shift >= 0 && area.right + shift < shelf.width && area.top >= 0;
    if (!isInside || area.bottom >= shelf.height || area.left < 0 || area.right >= shelf.width) return null;
    for (let y = area.top; y < area.bottom; y++) {
      for (let i = (y * shelf.width + area.left) * 3, end = (y * shelf.width + area.right) * 3; i < end; i++) {
        // The goods beside it cover the sticker's old place.
        data[i] = shelf.data[i + shift * 3]!;
        data[i + shift * 3] = shelf.data[i]!;
      }
    }
    return { ...rect, x: rect.x + shift };
  });
  return { shelf: { ...shelf, data }, rects: moved };
}
