import { type ResultDoubt, readingFieldsOf, resultDoubt } from "../detection/doubt.ts";
import type { Result, Writing } from "../detection/result.ts";
import type { Rect } from "../geometry/rect.ts";

/** A sticker as the crop wall shows it. */
export type WallSticker = {
  /** Index of the result in its detection. */
  position: number;
  rect: Rect;
  code: string;
  quantity: string;
  doubt: ResultDoubt;
  /** The least confidence of its readings, 0–1; null if a person typed or confirmed both. */
  confidence: number | null;
  /** How the model read it; null if it does not tell, or a person drew the box. */
  writing: Writing | null;
};

/** The stickers of a detection that count. */
export const wallStickers = (results: readonly Result[]): WallSticker[] =>
  results.flatMap((result, position) =>
    result.label === "sticker" && !result.discarded ? [toWallSticker(result, position)] : [],
  );

function toWallSticker(result: Result, position: number): WallSticker {
  const { rect, code, quantity } = result;
  const confidences = readingFieldsOf("sticker").flatMap((field) => result[field]?.confidence ?? []);
  return {
    position,
    rect,
    code: code.value,
    quantity: quantity?.value ?? "",
    doubt: resultDoubt(result),
    confidence: confidences.length > 0 ? Math.min(...confidences) : null,
    writing: result.writing ?? null,
  };
}
