import { SHELF_CODE_PATTERN } from "../detection/validity.ts";
import type { ResultClass, Prediction, Result } from "../detection/result.ts";
import { clampRect } from "./clamp.ts";
import type { Point, Rect, Size } from "./rect.ts";

/** Sizes and positions of new boxes (spec §9, PD-26), pixels of the upright photo. */
export const NEW_STICKER = { width: 300, height: 150, y: 400, fromRight: 400 + 300 } as const;
export const NEW_SHELF_HEIGHT = 100;

/** The box of a new sticker, moved inside a small photo. */
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

/** A box of a new result's size around a clicked point. */
export function rectAround(at: Point, size: Size, label: ResultClass): Rect {
  const { width, height } = label === "shelf" ? { width: size.width, height: NEW_SHELF_HEIGHT } : NEW_STICKER;
  return clampRect({ x: at.x - width / 2, y: at.y - height / 2, width, height, angle: 0 }, size, label);
}

/** A drawn sticker to add: no values yet, confidence 1. */
export const newSticker = (size: Size, rect: Rect = newStickerRect(size)): Prediction => ({
  label: "sticker",
  rect: clampRect(rect, size, "sticker"),
  confidence: 1,
  code: { value: "", pattern: null },
  quantity: { value: "", pattern: null },
  values: [],
});

/**
 * A shelf to add: the photo's width, below the lowest shelf (at the top if it is the first). Its code is the number
 * of shelves plus one, padded to two digits. Discarded shelves do not count.
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
