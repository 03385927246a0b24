import type { Detection, Reading } from "./model.ts";

/** A value with the pattern that it satisfies, if it is sure enough. Below the threshold a value is kept without one. */
export function judge(value: string, confidence: number, pattern: string, threshold: number): Reading {
  const satisfied = confidence >= threshold && new RegExp(pattern).test(value);
  return { value, confidence, pattern: satisfied ? pattern : null };
}

/** Shelves from the top, then stickers from the top, left to right. */
export const inReadingOrder = (a: Detection, b: Detection): number =>
  a.label.localeCompare(b.label) || a.rect.y - b.rect.y || a.rect.x - b.rect.x;
