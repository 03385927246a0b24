import type { Result } from "../detection/result.ts";
import { type Rect, rectBounds, rectCorners } from "../geometry/rect.ts";

/** Readings as attributes. A typed value has no confidence. A shelf has no quantity. */
export type ReadingAttributes = {
  code: string;
  code_confidence: number | null;
  quantity?: string;
  quantity_confidence?: number | null;
};

export const readingAttributes = ({ label, code, quantity }: Result): ReadingAttributes => ({
  code: code.value,
  code_confidence: code.confidence ?? null,
  ...(label === "sticker" && { quantity: quantity?.value ?? "", quantity_confidence: quantity?.confidence ?? null }),
});

/** Hundredths of a pixel are finer than any box. */
export const roundPx = (value: number): number => Math.round(value * 100) / 100;

/** The corners as x, y, x, y, …, clockwise from the box's own top left corner. */
export const polygonOf = (rect: Rect): number[] => rectCorners(rect).flatMap(({ x, y }) => [roundPx(x), roundPx(y)]);

/** The upright box around a rotated one, pixels. */
export function boundsOf(rect: Rect): { left: number; top: number; right: number; bottom: number } {
  const { left, top, right, bottom } = rectBounds(rect);
  return { left: roundPx(left), top: roundPx(top), right: roundPx(right), bottom: roundPx(bottom) };
}
