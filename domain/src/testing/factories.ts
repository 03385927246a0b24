import { toPrediction } from "../detection/from-model.ts";
import { applyPatches } from "../detection/patches.ts";
import type { Prediction, Result } from "../detection/result.ts";
import type { Rect } from "../geometry/rect.ts";

const THRESHOLDS = { codeConfidenceThreshold: 0.7, quantityConfidenceThreshold: 0.4 };
const BOX: Rect = { x: 100, y: 100, width: 300, height: 150, angle: 0 };

type StickerOptions = { code?: string; quantity?: string; rect?: Partial<Rect>; confidence?: number };

/** A sticker as the model would predict it, with high confidences by default. */
export const sticker = ({
  code = "012345",
  quantity = "12",
  rect,
  confidence = 0.9,
}: StickerOptions = {}): Prediction =>
  toPrediction(
    {
      label: "sticker",
      rect: { ...BOX, ...rect },
      confidence: 0.95,
      code: { value: code, confidence },
      quantity: { value: quantity, confidence },
    },
    THRESHOLDS,
  );

export const shelf = (code = "01", y = 800, height = 100): Prediction =>
  toPrediction(
    {
      label: "shelf",
      rect: { x: 0, y, width: 4000, height, angle: 0 },
      confidence: 0.95,
      code: { value: code, confidence: 0.9 },
    },
    THRESHOLDS,
  );

/** Results without patches. */
export const results = (...predictions: Prediction[]): Result[] => applyPatches(predictions, []);
export const result = (prediction: Prediction = sticker()): Result => ({
  ...prediction,
  discarded: false,
  original: prediction,
});
