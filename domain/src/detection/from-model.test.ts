import { describe, expect, test } from "vitest";
import { toPrediction } from "./from-model.ts";
import { detectionOptionsSchema } from "./options.ts";
import { predictionSchema } from "./result.ts";
import { QUANTITY_PATTERN, STICKER_CODE_PATTERN } from "./validity.ts";

const defaults = detectionOptionsSchema.parse({});
const size = { width: 4000, height: 3000 };
const found = (codeConfidence: number, quantityConfidence: number) =>
  toPrediction(
    {
      label: "sticker",
      rect: { x: 10.4, y: 19.6, width: 300.2, height: 150.5, angle: -10 },
      confidence: 0.9,
      code: { value: "012345", confidence: codeConfidence },
      quantity: { value: "12", confidence: quantityConfidence },
      values: [{ field: "quantity", value: "72", confidence: 0.2 }],
      writing: "mixed",
    },
    defaults,
    size,
  );

describe("S9.03 thresholds: 100 detections, code 0.7, quantity 0.4", () => {
  test("the defaults", () => {
    expect(defaults).toEqual({ limit: 100, codeConfidenceThreshold: 0.7, quantityConfidenceThreshold: 0.4 });
  });

  test.each([
    [0.7, 0.4, STICKER_CODE_PATTERN, QUANTITY_PATTERN],
    [0.69, 0.4, null, QUANTITY_PATTERN],
    [0.7, 0.39, STICKER_CODE_PATTERN, null],
    [0, 0, null, null],
  ])(
    "code confidence %d, quantity confidence %d: values are kept, patterns %j and %j",
    (code, quantity, codePattern, pattern) => {
      expect(found(code, quantity)).toMatchObject({
        code: { value: "012345", pattern: codePattern, confidence: code },
        quantity: { value: "12", pattern, confidence: quantity },
        values: [{ field: "quantity", value: "72" }],
        writing: "mixed",
      });
    },
  );
});

test("S9.07 the box has whole pixels and an angle of 0–360 and satisfies the schema", () => {
  const prediction = found(1, 1);
  expect(prediction.rect).toEqual({ x: 11, y: 25, width: 300, height: 151, angle: 350 });
  expect(predictionSchema.safeParse(prediction).success).toBe(true);
});

test("S5.16 a box across the edge is moved inside; a shelf gets the photo's width and no quantity", () => {
  const shelf = toPrediction(
    {
      label: "shelf",
      rect: { x: 200, y: 2950, width: 100, height: 80, angle: 2 },
      confidence: 0.9,
      code: { value: "04", confidence: 0.9 },
    },
    defaults,
    size,
  );
  expect(shelf.rect).toEqual({ x: 0, y: 2920, width: 4000, height: 80, angle: 0 });
  expect(shelf.quantity).toBeUndefined();
});

test("a sticker without a quantity gets an empty one; long text is cut", () => {
  const prediction = toPrediction(
    {
      label: "sticker",
      rect: { x: 0, y: 0, width: 10, height: 10 },
      confidence: 0.5,
      code: { value: "9".repeat(500), confidence: 1 },
    },
    defaults,
  );
  expect(prediction.quantity).toEqual({ value: "", pattern: null, confidence: 0 });
  expect(prediction.code.value).toHaveLength(64);
});
