import { SHELF_CODE_PATTERN } from "../detection/validity.ts";
import type { Label, Prediction, Result } from "../detection/result.ts";
import { clampRect } from "./clamp.ts";
import type { Point, Rect, Size } from "./rect.ts";

/** Spec §9 and decision 26, pixels of the upright photo. */
export const NEW_STICKER = { width: 300, height: 150, y: 400, fromRight: 400 + 300 } as const;
export const NEW_SHELF_HEIGHT = 100;

/** Where a new sticker's box appears; moved inside on a small photo. */
export const newStickerRect = (size: Size): Rect =>
  clampRect(
    {
      x: size.width - NEW_STICKER.fromRight,
      y: NEW_STICKER.y,
      width: NEW_STICKER.width,
      height: NEW_STICKER.height,
      angle: 0,
    },
    size,
    "sticker",
  );

/** A box of a new one's size about the point somebody clicked. */
export function rectAround(at: Point, size: Size, label: Label): Rect {
  const { width, height } = label === "shelf" ? { width: size.width, height: NEW_SHELF_HEIGHT } : NEW_STICKER;
  return clampRect({ x: at.x - width / 2, y: at.y - height / 2, width, height, angle: 0 }, size, label);
}

/** A sticker drawn by hand, to be added: nothing read yet, the box as sure as the person. */
export const newSticker = (size: Size, rect: Rect = newStickerRect(size)): Prediction => ({
  label: "sticker",
  rect: clampRect(rect, size, "sticker"),
  confidence: 1,
  code: { value: "", pattern: null },
  quantity: { value: "", pattern: null },
  values: [],
});

/**
 * A shelf to be added: the photo's width, below the lowest shelf (at the top when it is the first), its
 * code the count of shelves plus one, two digits at least. Discarded ones neither count nor push it down.
 */
export function newShelf(results: readonly Result[], size: Size, rect?: Rect): Prediction {
  const shelves = results.filter((result) => result.label === "shelf" && !result.discarded);
  const y = shelves.reduce((lowest, shelf) => Math.max(lowest, shelf.rect.y + shelf.rect.height), 0);
  const value = String(shelves.length + 1).padStart(2, "0");
  const box = rect ?? { x: 0, y, width: size.width, height: NEW_SHELF_HEIGHT };
  return {
    label: "shelf",
    rect: clampRect(box, size, "shelf"),
    confidence: 1,
    code: { value, pattern: SHELF_CODE_PATTERN },
    values: [],
  };
}
